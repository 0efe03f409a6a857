import { expect, it } from 'vitest'
import { saveRecordsOf } from './callSaveRecord.ts'
import { currentBudget, withQueryBudget } from './queryBudget.ts'

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
