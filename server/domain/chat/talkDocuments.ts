import { crewWords } from '../../../contract/rules/talks/crewModel.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { Document } from '../files/documentPdf.ts'

const linesOf = (value: unknown): string[] => {
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

/** Returns the document of a toolbox talk for the file of its record. */
export const toolboxDocument = (model: Model, lang: Language): Document => ({
  title: translate(lang, text('Toolbox Talk')),
  about: [
    [translate(lang, crewWords.date), String(model['date'] ?? '')],
    [translate(lang, text('Held by')), String(model['made_by'] ?? '')],
  ],
  sections: [
    { heading: String(model['topic'] ?? ''), lines: [] },
    { heading: translate(lang, text('What was said')), lines: linesOf(model['points']) },
    { heading: translate(lang, text('Raised')), lines: linesOf(model['raised']) },
    { heading: translate(lang, text('Took part')), lines: linesOf(model['people_names']) },
    { heading: translate(lang, crewWords.signed), lines: linesOf(model['signed']) },
  ].filter((section, at) => at === 0 || section.lines.length > 0),
})
