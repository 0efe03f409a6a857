import { trimEnd } from '../../../contract/rules/trimEnds.ts'

interface Asking {
  readonly verbs: RegExp
  readonly answers: readonly [yes: string, no: string]
}

/** Starts of questions that are answered with yes or no, by language (decision OQ-101). */
const en: Asking = {
  verbs:
    /^(?:is|are|am|was|were|isn't|aren't|do|does|did|don't|doesn't|didn't|will|would|won't|can|could|can't|have|has|had|haven't|hasn't|shall|should|may|must)\b/i,
  answers: ['Yes', 'No'],
}
const es: Asking = {
  verbs:
    /^(?:es|son|está|están|estás|fue|fueron|hay|ha|han|has|hizo|hicieron|tiene|tienen|tienes|puede|pueden|puedes|quiere|quieren|quieres|va|van|vas|debe|deben|necesita|necesitan|desea|firma)(?!\p{L})/iu,
  answers: ['Sí', 'No'],
}
const pt: Asking = {
  verbs:
    /^(?:é|são|está|estão|foi|foram|há|tem|têm|fez|fizeram|pode|podem|quer|querem|vai|vão|deve|devem|precisa|precisam|deseja|assina)(?!\p{L})/iu,
  answers: ['Sim', 'Não'],
}

/** Returns the last sentence that is a question, without leading punctuation. */
function lastQuestion(text: string): string | undefined {
  const end = text.lastIndexOf('?')
  if (end < 0) return undefined
  const before = text.slice(0, end)
  return text.slice(trimEnd(before, /[^.!?\n]/).length, end + 1).replace(/^[^\p{L}¿]+/u, '')
}

/** Returns yes and no in the language of a yes-no question, otherwise an empty list. */
export function yesNoOf(text: string): readonly string[] {
  const asked = lastQuestion(text)
  if (asked === undefined) return []
  // Only Spanish has an opening question mark, and some of its verbs are also Portuguese or English ones.
  if (asked.startsWith('¿')) return es.verbs.test(asked.slice(1)) ? es.answers : []
  return [en, pt].find(({ verbs }) => verbs.test(asked))?.answers ?? []
}

/**
 * Returns the chips below the bot's message: the bold options of a question, otherwise yes and no for a
 * yes-no question.
 */
export function suggestionsOf(text: string): readonly string[] {
  if (!text.includes('?')) return []
  const bold = [...text.matchAll(/\*\*(.+?)\*\*|__(.+?)__/g)].map(([, stars = '', lines = '']) =>
    trimEnd((stars || lines).replaceAll('\\', ''), /[\s:;,.!?]/).trim(),
  )
  const options = [...new Set(bold.filter((option) => option !== ''))]
  return options.length > 0 ? options : yesNoOf(text)
}

/** Returns the message to send: the chosen chips, then the typed text. Empty: there is nothing to send. */
export const messageOf = (chips: readonly string[], text: string): string =>
  [chips.join(', '), text.trim()].filter((part) => part !== '').join(', ')
