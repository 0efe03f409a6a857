import { differingReports, hasSameFigures } from '../../../contract/rules/manpower/differingReports.ts'
import { hoursOf } from '../../../contract/rules/executionState.ts'
import type { Manpower, ManpowerReport } from '../../../contract/endpoints/executions.ts'
import type { ExecutionModel, StoredExecution } from '../executions/executionRow.ts'

/** The answer by text message as a source of figures, beside the paths of records. */
export const textSource = 'text'
/** The daily log as a source of figures. */
export const logSource = 'log'

/** Returns the answer of a vendor; `''` is the only vendor of an execution. */
export const answerAt = (model: ExecutionModel, key: string): Manpower =>
  (key === '' ? (model.model as Manpower | undefined) : model.finishedModels?.[key]) ?? {}

export const withAnswer = (model: ExecutionModel, key: string, answer: Manpower): ExecutionModel =>
  key === '' ? { ...model, model: { ...answer } } : { ...model, finishedModels: { ...model.finishedModels, [key]: answer } }

export const reportsAt = (reports: readonly ManpowerReport[], key: string): ManpowerReport[] =>
  reports.filter(({ vendor = '' }) => vendor === key)

/** The answer with the figures of a report. A place or notes that the report does not have stay. */
export function withFigures(answer: Manpower, report: ManpowerReport): Manpower {
  const { worker_hours: _, hours: __, ...rest } = answer
  const { worker_count, worker_hours, location, notes } = report
  const next: Manpower = {
    ...rest,
    ...(worker_count !== undefined && { worker_count }),
    ...(worker_hours !== undefined && { worker_hours }),
    ...(location !== undefined && { location }),
    ...(notes !== undefined && { notes }),
  }
  const hours = hoursOf(next)
  return { ...next, ...(hours !== null && { hours }) }
}

/** Stores an answer. Review shows a place that a form names also for bots that do not ask for one. */
export const withPlacedAnswer = (model: ExecutionModel, key: string, answer: Manpower): ExecutionModel =>
  withAnswer(answer.location === undefined ? model : { ...model, collectLocation: 'Enabled' }, key, answer)

/** Figures with these codes are placeholders of the bot until a person has written them. */
const guessed = new Set(['EXPIRED', 'NOT_ASKED', 'CHAT_FAILURE'])

export const isWritten = ({ phase, talk }: StoredExecution): boolean =>
  phase === 'done' && (talk['action'] === 'APPROVE' || talk['action'] === 'WRITE')

/** Whether a vendor has figures that a person gave, by text, by form or in review. */
export const hasAnswer = (one: StoredExecution, key: string): boolean =>
  answerAt(one.model, key).worker_count !== undefined && (isWritten(one) || !guessed.has(one.model.requiresAttentionCode ?? ''))

const reportOf = (one: StoredExecution, key: string, source: string): ManpowerReport => {
  const { worker_count, worker_hours, location, notes } = answerAt(one.model, key)
  const by = source === textSource ? one.model.name : undefined
  const at = source === textSource ? new Date().toISOString() : (one.decidedAt ?? one.at)
  return { source, ...(key !== '' && { vendor: key }), ...(by !== undefined && { by }), at, worker_count, worker_hours, location, notes }
}

/** The reports, with the answer from before the first report of a vendor, and with the figures in the daily log. */
export function withKnownAnswer(one: StoredExecution, key: string): ManpowerReport[] {
  const reports = (one.model.reports ?? []).filter(({ source, vendor = '' }) => source !== logSource || vendor !== key)
  if (!hasAnswer(one, key)) return reports
  const own = reportsAt(reports, key)
  if (one.phase !== 'done') return own.length > 0 ? reports : [...reports, reportOf(one, key, textSource)]
  const isKnown = own.some((report) => hasSameFigures(report, answerAt(one.model, key)))
  return isKnown ? reports : [...reports, reportOf(one, key, own.length === 0 && !isWritten(one) ? textSource : logSource)]
}

/** Puts the answer by text in place of the one before. */
export function withTextReport(one: StoredExecution, key: string): ManpowerReport[] {
  const others = (one.model.reports ?? []).filter(({ source, vendor = '' }) => source !== textSource || vendor !== key)
  return [...others, reportOf(one, key, textSource)]
}

/** Adds the answer of the contact by text to the reports of the forms where its figures differ. */
export function withTextReports(one: StoredExecution): ExecutionModel {
  let { model } = one
  for (const key of new Set((model.reports ?? []).map(({ vendor = '' }) => vendor))) {
    const answer = answerAt(model, key)
    const isKnown = reportsAt(model.reports ?? [], key).some((report) => hasSameFigures(report, answer))
    if (answer.worker_count !== undefined && !isKnown) model = { ...model, reports: withTextReport({ ...one, model }, key) }
  }
  return model
}

export const isDisputed = ({ reports = [] }: ExecutionModel): boolean => differingReports(reports).length > 0
