import { isRaw, listIn, type Raw } from '../isRaw.ts'
import type { Path } from '../problemsOf.ts'

type Say = (path: Path, message: string) => void

const isPage = (node: unknown): node is Raw => isRaw(node) && node['type'] === 'group' && node['style'] === 'page'

/** Pages inside other parts: they are drawn as sections. */
function inside(nodes: readonly unknown[], path: Path, say: Say): void {
  nodes.forEach((node, index) => {
    if (!isRaw(node)) return
    const place = [...path, index]
    if (isPage(node))
      say([...place, 'style'], 'A page inside another part is drawn as a section: move it out, directly into the children of the form.')
    for (const key of ['children', 'subform']) inside(listIn(node[key]), [...place, key], say)
  })
}

/** What is doubtful about the pages of a form. */
export function doubtsAboutPages(children: readonly unknown[], say: Say): void {
  const pages = children.flatMap((node, index) => (isPage(node) ? [index] : []))
  if (pages.length === 1)
    say(['children', pages[0] ?? 0, 'style'], 'One page alone is drawn as a section: add a second page, or take another style.')
  children.forEach((node, index) => {
    if (!isRaw(node)) return
    const path: Path = ['children', index]
    if (isPage(node) && pages.length > 1 && typeof node['label'] !== 'string')
      say([...path, 'label'], 'People read the label of a page above it, and screen readers say it: give the page one.')
    for (const key of ['children', 'subform']) inside(listIn(node[key]), [...path, key], say)
  })
}
