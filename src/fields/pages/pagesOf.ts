import type { Form, FormNode } from '../../engine/form.ts'

/** One page of a form: its group, and the nodes beside it that are shown with it. */
export interface FormPage {
  readonly group: FormNode
  readonly before: readonly FormNode[]
  readonly after: readonly FormNode[]
}

/** The pages of a form, and the one that a person is on. */
export interface FormPages {
  readonly pages: readonly FormPage[]
  /** Index in `pages`. That page may be hidden by an answer now. */
  current: number
  readonly listeners: Set<() => void>
}

const isPage = ({ kind, setting }: FormNode) => kind === 'group' && (setting as { style?: string }).style === 'page'

function pagesIn({ nodes }: Form): FormPage[] {
  const pages: { group: FormNode; before: FormNode[]; after: FormNode[] }[] = []
  const first: FormNode[] = []
  for (const node of nodes) {
    const last = pages.at(-1)
    if (isPage(node)) pages.push({ group: node, before: last ? [] : first, after: [] })
    else (last?.after ?? first).push(node)
  }
  return pages
}

const known = new WeakMap<Form, FormPages | undefined>()

/**
 * The pages of a form; undefined when it is shown whole: with fewer than two pages, and to people who only read it. A
 * node outside of the groups belongs to the page before it, at the start of the form to the first page.
 */
export function pagesOf(form: Form): FormPages | undefined {
  if (!known.has(form)) {
    const pages = pagesIn(form)
    const isWhole = pages.length < 2 || pages.every(({ group }) => form.readOnly(group))
    known.set(form, isWhole ? undefined : { pages, current: 0, listeners: new Set() })
  }
  return known.get(form)
}

export const nodesOf = ({ group, before, after }: FormPage): readonly FormNode[] => [...before, group, ...after]

/**
 * The nodes of a page as it is shown: with those beside hidden pages after it, and for the first page before it, so that
 * a Save button at the end of the form never disappears with its page. `shown`: indices of the pages that are shown.
 */
export function nodesShownAt(pages: readonly FormPage[], shown: readonly number[], at: number): readonly FormNode[] {
  const own = shown[at] ?? 0
  const beside = pages.slice(at === 0 ? 0 : own, shown[at + 1] ?? pages.length)
  return beside.flatMap((page) => (page === pages[own] ? nodesOf(page) : [...page.before, ...page.after]))
}

/** Shows a page by its index in the settings. */
export function showPage(form: Form, index: number): void {
  const found = pagesOf(form)
  if (!found || found.current === index || !found.pages[index]) return
  found.current = index
  for (const listener of [...found.listeners]) listener()
}

/** Shows the page with this node. */
export function showPageWith(form: Form, node: FormNode): void {
  let top = node
  while (top.parent) top = top.parent
  const index = pagesOf(form)?.pages.findIndex((page) => nodesOf(page).includes(top)) ?? -1
  if (index >= 0) showPage(form, index)
}

/** Goes on with the page that the person is on in another form of the same settings. */
export function keepPage(from: Form, to: Form): void {
  showPage(to, pagesOf(from)?.current ?? 0)
}
