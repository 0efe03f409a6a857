import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseReply } from './parseReply.ts'

const places = [
  'Gate 1',
  'Site Office',
  'Laydown Yard',
  'Parking Level P2',
  'Ground Floor Lobby',
  ...Array.from({ length: 12 }, (_, floor) => `Level ${floor + 2}`),
  'Roof',
  'Core, Stair A',
  'Core, Stair B',
  'Tower Crane',
]

interface Answer {
  readonly text: string
  readonly want: string
  readonly got: string
  readonly right: boolean
  /** A figure or an intent that the text does not mean. Anything else that is not right makes the bot ask. */
  readonly wrong: boolean
}

/** Columns of each line: text | workers | hours of each | location (`*`: any) | intent. */
function answersIn(language: string): Answer[] {
  const lines = readFileSync(join(import.meta.dirname, 'answers', `${language}.txt`), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [written = '', count = '', hours = '', location = '', intent = ''] = line.split('|')
    const text = written.replaceAll('\\n', '\n')
    const heard = parseReply(text, { expects: 'all', places })
    const got = [heard.count ?? '', heard.hours ?? '', location === '*' ? '*' : (heard.location ?? ''), heard.intent ?? '']
    // The intent "nil" and a count of 0 mean the same.
    if (intent === 'nil' && heard.count === 0) got.fill('', 0, 2)
    if (intent === 'nil' && heard.count === 0 && heard.intent === undefined) got[3] = 'nil'
    // A yes or a thanks to the first question makes the bot ask, too.
    if (/-(?:dev|final)$/u.test(language) && ['yes', 'no', 'thanks', 'none'].includes(String(got[3]))) got[3] = ''
    const wanted = [count, hours, location, intent === 'ask' ? '' : intent]
    const [want, given] = [wanted.join(' | '), got.join(' | ')]
    return { text, want, got: given, right: given === want, wrong: got.some((part, n) => part !== '' && String(part) !== wanted[n]) }
  })
}

const listed = (answers: readonly Answer[]) => answers.map(({ text, want, got }) => `${text}: ${want}, not ${got}`).join('; ')

describe('what people answer to the bots', () => {
  it.each(['en', 'es', 'pt'])('is understood in 95 of 100 answers, and read wrongly in at most 2 (%s)', (language) => {
    const answers = answersIn(language)
    expect(answers.length).toBeGreaterThanOrEqual(130)
    const missed = answers.filter(({ right }) => !right)
    expect(missed.length / answers.length, listed(missed)).toBeLessThanOrEqual(0.05)
    const wrong = answers.filter((answer) => answer.wrong)
    expect(wrong.length / answers.length, listed(wrong)).toBeLessThanOrEqual(0.02)
  })
})

describe('what people answer in the sets of development', () => {
  // The grammar was developed on these sets, so they are no measurement of new answers. The aim is 90 % and 2 %.
  it.each([
    ['en', 0.88, 0.025],
    ['es', 0.86, 0.03],
    ['pt', 0.875, 0.035],
  ])('is understood as often as before, and not read wrongly more often (%s)', (language, atLeast, atMost) => {
    const answers = answersIn(`${language}-unseen`)
    expect(answers).toHaveLength(200)
    expect(answers.filter(({ right }) => right).length / answers.length).toBeGreaterThanOrEqual(atLeast)
    const wrong = answers.filter((answer) => answer.wrong)
    expect(wrong.length / answers.length, listed(wrong)).toBeLessThanOrEqual(atMost)
  })
})

describe('what people answer in sets that were written after the grammar', () => {
  // First figures of `fresh`, after which nothing was mended for it: understood 80, 85 and 90 %, wrong 10, 5 and 0 % (20 answers each). `heldout`:
  // first figures, before the classes were mended: understood 86.4, 90 and 85 %, wrong 9.1, 8.3 and 8.3 %.
  it.each([
    ['en', 0.91, 0.05],
    ['es', 0.92, 0.05],
    ['pt', 0.93, 0.05],
  ])('is understood as often as before, and not read wrongly more often (%s)', (language, atLeast, atMost) => {
    const answers = [...answersIn(`${language}-heldout`), ...answersIn(`${language}-fresh`)]
    expect(answers.length).toBeGreaterThanOrEqual(80)
    expect(answers.filter(({ right }) => right).length / answers.length).toBeGreaterThanOrEqual(atLeast)
    const wrong = answers.filter((answer) => answer.wrong)
    expect(wrong.length / answers.length, listed(wrong)).toBeLessThanOrEqual(atMost)
  })
})

describe('what people answer in sets by another author, who did not know the grammar', () => {
  // `dev`: first figures 72, 77.5 and 74.5 % understood, 7.5, 7.5 and 9.5 % wrong; then the grammar was extended. `final`: the first figures
  // of the extended grammar, 78.5, 75.5 and 76.5 % understood, 7, 9 and 7.5 % wrong. The aim is 90 % and 2 %.
  it.each([
    ['en-dev', 0.98, 0],
    ['es-dev', 0.985, 0],
    ['pt-dev', 0.985, 0],
    ['en-final', 0.785, 0.06],
    ['es-final', 0.755, 0.085],
    ['pt-final', 0.765, 0.075],
  ])('is understood as often as before, and not read wrongly more often (%s)', (set, atLeast, atMost) => {
    const answers = answersIn(set)
    expect(answers).toHaveLength(200)
    expect(answers.filter(({ right }) => right).length / answers.length).toBeGreaterThanOrEqual(atLeast)
    const wrong = answers.filter((answer) => answer.wrong)
    expect(wrong.length / answers.length, listed(wrong)).toBeLessThanOrEqual(atMost)
  })
})

describe('a text that is made to be slow', () => {
  it.each<[string, string]>([
    ['spaces', `x${' '.repeat(1590)}x`],
    ['hyphens between spaces', '\t\t - \t\t'.repeat(200)],
    ['one long number', `12 ${'1'.repeat(1590)}`],
    ['places without an end', ' on as'.repeat(260)],
    ['totals without an end', 'total veinticua'.repeat(100)],
    ['more than a text message holds', 'forty diecinuev'.repeat(20_000)],
  ])('of %s is read like any other', (_, text) => {
    for (const expects of ['all', 'location', 'count'] as const) expect(parseReply(text, { expects })).toBeTypeOf('object')
  })
})
