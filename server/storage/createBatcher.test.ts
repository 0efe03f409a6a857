import { describe, expect, it, vi } from 'vitest'
import { saveRecordsOf } from './callSaveRecord.ts'
import { createBatcher } from './createBatcher.ts'
import { insideTransaction } from './insideTransaction.ts'
import { currentBudget, withQueryBudget } from './queryBudget.ts'

describe('questions that come at the same time', () => {
  const asking = (options = { concurrency: 1, maxBatch: 3 }) => {
    const groups: (readonly number[])[] = []
    const ask = createBatcher<number, string>(async (numbers) => {
      groups.push(numbers)
      if (numbers.includes(13)) throw new Error('thirteen')
      return numbers.map((n) => `answer ${n}`)
    }, options)
    return { groups, ask }
  }

  it('go together, and each gets its own answer', async () => {
    const { groups, ask } = asking()
    expect(await Promise.all([1, 2, 3, 4].map(ask))).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4'])
    expect(groups).toEqual([[1, 2, 3], [4]])
  })

  it('never join a group that is on its way', async () => {
    const { groups, ask } = asking()
    const first = ask(1)
    while (groups.length === 0) await new Promise(setImmediate)
    await Promise.all([first, ask(2)])
    expect(groups).toEqual([[1], [2]])
  })

  it('are asked alone when their group fails, so that one failure affects no other question', async () => {
    const { ask } = asking()
    const answers = await Promise.allSettled([1, 13, 3].map(ask))
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
      'answer 1',
      'Error: thirteen',
      'answer 3',
    ])
  })

  it('are not made into a group that is too heavy; a heavy one goes alone', async () => {
    const groups: (readonly number[])[] = []
    const ask = createBatcher<number, number>(
      async (numbers) => {
        groups.push(numbers)
        return numbers
      },
      { concurrency: 1, maxBatch: 9, maxWeight: 10 },
      (weight) => weight,
    )
    await Promise.all([4, 5, 20, 3].map(ask))
    expect(groups).toEqual([[4, 5], [20], [3]])
  })

  it('begin a second group beside the first only when they are enough, or when the first takes long', async () => {
    const groups: (readonly number[])[] = []
    const open: (() => void)[] = []
    const ask = createBatcher<number, number>(
      async (numbers) => {
        groups.push(numbers)
        await new Promise<void>((resolve) => open.push(resolve))
        return numbers
      },
      { concurrency: 3, maxBatch: 9, minBeside: 3 },
    )
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    const turns = async () => {
      for (let n = 0; n < 3; n++) await new Promise(setImmediate)
    }
    const answers = [ask(1)]
    await turns()
    answers.push(ask(2), ask(3))
    await turns()
    expect(groups).toEqual([[1]])
    answers.push(ask(4))
    await turns()
    expect(groups).toEqual([[1], [2, 3, 4]])
    answers.push(ask(5))
    await vi.advanceTimersByTimeAsync(20)
    await turns()
    expect(groups).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(10)
    await turns()
    expect(groups).toEqual([[1], [2, 3, 4], [5]])
    vi.useRealTimers()
    for (const end of open) end()
    expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5])
  })

  it('are refused inside a transaction, which they would wait for', async () => {
    const { ask } = asking()
    await expect(insideTransaction(async () => ask(1))).rejects.toThrow('inside a transaction')
  })
})

it('a save of a person that waits for a save of a job has the budget of a request', async () => {
  const budgets: string[] = []
  let answer: () => void = () => {}
  const save = saveRecordsOf({
    kind: 'embedded',
    ask: async <Row>() => {
      budgets.push(currentBudget())
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return [{ seen: {} }] as Row[]
    },
  })
  const begun = async (count: number) => {
    while (budgets.length < count) await new Promise(setImmediate)
  }
  const ofJob = withQueryBudget('job', () => save({ op: 'one' }))
  await begun(1)
  const ofPerson = save({ op: 'two' })
  answer()
  await begun(2)
  answer()
  await Promise.all([ofJob, ofPerson])
  expect(budgets).toEqual(['request', 'request'])
})
