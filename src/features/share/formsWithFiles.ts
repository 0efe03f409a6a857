import type { PageData } from '../../../contract/endpoints/pages.ts'
import { isTask } from '../../../contract/rules/tasks/task.ts'
import { type FileField, fileFieldsOf } from '../../answers/fileFieldsOf.ts'
import { pageOf } from '../../lib/pageOf.ts'
import { shareHash } from '../../lib/sharing/takeSharePlace.ts'
import { keptScreens } from '../../store/queries/keptScreens.ts'

export interface Choice {
  /** The address of the form, with the question that gets the files. */
  readonly href: string
  readonly form: string
  /** Undefined for a PDF form, which takes the files as its attachments. */
  readonly question: string | undefined
  /** The list, if the question belongs to its entries. */
  readonly list: string | undefined
  readonly project: string | undefined
}

/** The screens that draw a form of which this device can make a new record. */
const drawsForm = new Set(['automationForm', 'manpowerCollection'])

const isNewForm = ({ component, componentConfig, form, record }: PageData): boolean =>
  (drawsForm.has(component) || form?.pdf !== undefined) &&
  form !== undefined &&
  componentConfig?.readOnly !== true &&
  record?.path.endsWith('/:new') !== false

/** The questions of a form for these files. A PDF form has one place for all files, the first. */
function placesIn(
  { form }: PageData,
  files: Parameters<typeof fileFieldsOf>[1],
): readonly (Pick<FileField, 'place'> & Partial<FileField>)[] {
  const { pdf, children = [] } = form ?? {}
  if (!pdf) return fileFieldsOf(children, files)
  return pdf.attachmentsDisabled === true || pdf.forceReadonly === true ? [] : [{ place: 0 }]
}

/**
 * Returns the questions that take these files, of all forms that this device can open without a connection: first the
 * forms of My Tasks in their order, then the forms that were opened last.
 */
export async function formsWithFiles(owner: string, files: readonly { readonly type: string }[]): Promise<readonly Choice[]> {
  const rows = (await keptScreens(owner)).filter(({ version, refused }) => version > 0 && !refused)
  const pages = rows.toSorted((a, b) => b.fetchedAt - a.fetchedAt).map(({ url, data }) => ({ url: pageOf(url), data: data as PageData }))
  const tasks = pages.flatMap(({ data }) => (data.component === 'tasks' ? (data.componentConfig?.items ?? []).filter(isTask) : []))
  const order = tasks.map(({ url }) => url)
  const placeOf = (url: string) => (order.includes(url) ? order.indexOf(url) : order.length)
  // A device may have the same form in several languages.
  const isFirst = ({ url }: { url: string }, at: number) => pages.findIndex((page) => page.url === url) === at
  return pages
    .filter((page, at) => isFirst(page, at) && isNewForm(page.data))
    .toSorted((a, b) => placeOf(a.url) - placeOf(b.url))
    .flatMap(({ url, data }) =>
      placesIn(data, files).map(({ place, label, list }) => ({
        href: url + shareHash(place),
        form: data.form?.name ?? '',
        question: label,
        list: list?.label,
        project: data.owner?.project ?? data.owner?.team,
      })),
    )
}
