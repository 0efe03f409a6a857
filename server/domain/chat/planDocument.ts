import { crewWords } from '../../../contract/rules/talks/crewModel.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { Document } from '../files/documentPdf.ts'

/** The lines of an answer: a text with one in each line, or a list. */
export const linesOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.split('\n').filter(Boolean)
  return Array.isArray(value) ? value.map(String) : []
}

/** Returns the document of a pre-task plan for the file of its record. */
export function planDocument(model: Model, lang: Language): Document {
  const tasks = Array.isArray(model['tasks']) ? (model['tasks'] as Model[]) : []
  const section = (heading: Text, value: unknown) => ({ heading: translate(lang, heading), lines: linesOf(value) })
  return {
    title: translate(lang, text('Pre-Task Plan')),
    about: [
      [translate(lang, crewWords.date), String(model['date'] ?? '')],
      [translate(lang, text('Made by')), String(model['made_by'] ?? '')],
    ],
    sections: [
      ...tasks.map((task) => ({
        heading: String(task['task'] ?? ''),
        lines: [
          `${translate(lang, text('Hazards'))}: ${linesOf(task['hazards']).join(', ')}`,
          `${translate(lang, text('Controls'))}: ${linesOf(task['controls']).join(', ')}`,
        ],
      })),
      section(text('Permits'), model['permits']),
      section(text('People'), model['people_names']),
      section(crewWords.signed, model['signed']),
    ].filter(({ lines }) => lines.length > 0),
  }
}
