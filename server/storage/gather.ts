import { refuseInsideTransaction } from './ownTransaction.ts'

interface GatherOptions {
  /** Groups under way at once. */
  readonly flights: number
  /** Questions of one group. */
  readonly most: number
  /** A group is not made larger than this, as `weigh` says; a single question may be heavier. */
  readonly heaviest?: number | undefined
}

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly weight: number
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Many small questions that come at the same time as one question to the database. A group is sent after the last of its questions was
 * asked, so everybody's answer is as fresh as if they had asked alone. `answerAll` answers in the order of the questions; when it fails for
 * a group, everybody of it is asked for alone, so that one's trouble is nobody else's. It must therefore be safe to ask again.
 */
export function gather<Question, Answer>(
  answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { flights, most, heaviest = Number.POSITIVE_INFINITY }: GatherOptions,
  weigh: (question: Question) => number = () => 0,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []
  let flying = 0
  let planned = false

  function plan() {
    if (planned || flying >= flights || waiting.length === 0) return
    planned = true
    // Whoever else was heard in this turn of the event loop comes along.
    setImmediate(() => {
      planned = false
      void fly(nextGroup())
      plan()
    })
  }

  function nextGroup() {
    let weight = 0
    let count = 0
    for (const one of waiting.slice(0, most)) {
      weight += one.weight
      if (count > 0 && weight > heaviest) break
      count++
    }
    const group = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return group
  }

  async function fly(group: readonly Waiting<Question, Answer>[]) {
    flying++
    try {
      const answers = await answerAll(group.map(({ question }) => question))
      for (const [n, { resolve }] of group.entries()) resolve(answers[n] as Answer)
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error)
      else
        for (const { question, resolve, reject } of group) await answerAll([question]).then(([answer]) => resolve(answer as Answer), reject)
    } finally {
      flying--
      plan()
    }
  }

  return (question) => {
    refuseInsideTransaction()
    return new Promise((resolve, reject) => {
      waiting.push({ question, weight: weigh(question), resolve, reject })
      plan()
    })
  }
}
