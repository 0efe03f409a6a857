import { trimEnd } from '../../../contract/trimEnds.ts'

interface Asking {
  readonly verbs: RegExp
  readonly answers: readonly [yes: string, no: string]
}

/** What a question begins with that is answered by yes or no, by language (decision OQ-101). */
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

/** The last sentence that asks, without marks in front. */
function lastQuestion(text: string): string | undefined {
  const end = text.lastIndexOf('?')
  if (end < 0) return undefined
  const before = text.slice(0, end)
  return text.slice(trimEnd(before, /[^.!?\n]/).length, end + 1).replace(/^[^\p{L}¿]+/u, '')
}

/** Yes and no in the language of a question that takes one of them. */
export function yesNoOf(text: string): readonly string[] {
  const asked = lastQuestion(text)
  if (asked === undefined) return []
  // Only Spanish opens its questions, and some of its verbs are Portuguese or English ones, too.
  if (asked.startsWith('¿')) return es.verbs.test(asked.slice(1)) ? es.answers : []
  return [en, pt].find(({ verbs }) => verbs.test(asked))?.answers ?? []
}

/** Chips under what the bot says: the bold options of a question, else yes and no where it asks for one of them. */
export function suggestionsOf(text: string): readonly string[] {
  if (!text.includes('?')) return []
  const bold = [...text.matchAll(/\*\*(.+?)\*\*|__(.+?)__/g)].map(([, stars = '', lines = '']) =>
    trimEnd((stars || lines).replaceAll('\\', ''), /[\s:;,.!?]/).trim(),
  )
  const options = [...new Set(bold.filter((option) => option !== ''))]
  return options.length > 0 ? options : yesNoOf(text)
}

/** What is sent: the chosen chips, then what was typed. Empty: nothing is. */
export const messageOf = (chips: readonly string[], text: string): string =>
  [chips.join(', '), text.trim()].filter((part) => part !== '').join(', ')
