import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Form, FormNode } from '../../engine/form.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { goToNode } from '../reveal.ts'
import { nodesShownAt, showPage } from './pagesOf.ts'
import { type ShownPages, usePages } from './usePages.ts'

interface PageButtonsProps {
  readonly form: Form
  /** In place of Back on the first page. */
  readonly first?: ReactNode
  /** In place of Next on the last page. */
  readonly last?: ReactNode
}

function isWithin(node: FormNode | undefined, nodes: readonly FormNode[]): boolean {
  return node !== undefined && (nodes.includes(node) || isWithin(node.parent, nodes))
}

/** Checks the page alone. With a wrong answer on it, its field gets the focus; else the next page opens. */
function turn(form: Form, { pages, shown, at }: ShownPages): void {
  // First commit the input of the focused control.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const nodes = nodesShownAt(pages, shown, at)
  flushSync(() => form.validate(nodes))
  const problem = form.problems().find(({ node }) => isWithin(node, nodes))
  if (problem) goToNode(form, problem.node)
  else showPage(form, shown[at + 1] ?? 0)
}

/** Back and Next. */
export function PageButtons({ form, first, last }: PageButtonsProps) {
  const { t } = useLingui()
  const shownPages = usePages(form)
  const { shown, at } = shownPages
  return (
    <>
      {at === 0 ? first : <Button icon="back" onClick={() => showPage(form, shown[at - 1] ?? 0)}>{t`Back`}</Button>}
      {at >= shown.length - 1 ? (
        last
      ) : (
        <Button kind="primary" onClick={() => turn(form, shownPages)}>
          {t`Next`}
        </Button>
      )}
    </>
  )
}
