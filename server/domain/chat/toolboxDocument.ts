import { crewWords } from '../../../contract/rules/talks/crewModel.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import type { Document } from '../files/documentPdf.ts'
import { linesOf } from './planDocument.ts'

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
