import { activeSpan, inBatch, type Span } from '../tracing/Span.ts'
import { refuseInsideTransaction } from './insideTransaction.ts'

interface BatcherOptions {
  /** Concurrent batches at most. */
  readonly concurrency: number
  /** Questions per batch at most. */
  readonly maxBatch: number
  /**
   * A batch begins beside another one only with this many questions (default 1): a few large batches cost less than many
   * small ones. It does not wait for one that takes longer than 25 ms.
   */
  readonly minBeside?: number | undefined
  /**
   * Upper limit of the summed weights of a batch (as `weigh` returns them); a single question may be
   * heavier.
   */
  readonly maxWeight?: number | undefined
}

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly weight: number
  readonly span: Span | undefined
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

const patienceMs = 25

/**
 * Combines many small concurrent questions into one question to the database (a batcher). A batch is sent
 * after its last question was asked, so each answer is as fresh as an answer to a separate question.
 * `answerAll` answers in the order of the questions. When it fails for a batch, each question is asked
 * again alone, so that one failing question does not fail the others. The questions must therefore be safe
 * to repeat.
 */
export function createBatcher<Question, Answer>(
  answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { concurrency: flights, maxBatch: most, maxWeight: heaviest = Number.POSITIVE_INFINITY, minBeside = 1 }: BatcherOptions,
  weigh: (question: Question) => number = () => 0,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []
  let inFlight = 0
  let planned = false
  let sentAt = 0
  let patience: NodeJS.Timeout | undefined

  /** Whether the next batch waits for more questions, or for the end of the one before. */
  function shouldWait(): boolean {
    if (inFlight === 0 || waiting.length >= minBeside) return false
    const left = sentAt + patienceMs - performance.now()
    if (left <= 0) return false
    patience ??= setTimeout(() => {
      patience = undefined
      plan()
    }, left)
    return true
  }

  function plan() {
    if (planned || inFlight >= flights || waiting.length === 0 || shouldWait()) return
    planned = true
    // All questions of this turn of the event loop join the batch.
    setImmediate(() => {
      planned = false
      clearTimeout(patience)
      patience = undefined
      void send(nextGroup())
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

  async function send(group: readonly Waiting<Question, Answer>[]) {
    inFlight++
    sentAt = performance.now()
    try {
      const spans = group.map(({ span }) => span)
      const answers = await inBatch(spans, () => answerAll(group.map(({ question }) => question)))
      for (const [n, { resolve }] of group.entries()) resolve(answers[n] as Answer)
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error)
      else
        for (const { question, span, resolve, reject } of group)
          await inBatch([span], () => answerAll([question])).then(([answer]) => resolve(answer as Answer), reject)
    } finally {
      inFlight--
      plan()
    }
  }

  return (question) => {
    refuseInsideTransaction()
    return new Promise((resolve, reject) => {
      waiting.push({ question, weight: weigh(question), span: activeSpan(), resolve, reject })
      plan()
    })
  }
}
