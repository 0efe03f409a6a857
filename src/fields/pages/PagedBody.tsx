import { useLingui } from '@lingui/react/macro'
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { GroupSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Form, FormNode } from '../../engine/form.ts'
import { fieldId } from '../fieldId.ts'
import { FormRuns } from '../FormRuns.tsx'
import { FormHostContext } from '../useFormHost.ts'
import { PageButtons } from './PageButtons.tsx'
import { nodesShownAt } from './pagesOf.ts'
import { type ShownPages, usePages } from './usePages.ts'
import { useBackPages } from './useBackPages.ts'
import * as styles from './pages.module.css'

const headingId = (form: Form, group: FormNode) => `${fieldId(form, group)}-label`

/** A form one page at a time. A page that was open stays mounted, so that nothing of its state is lost. */
export function PagedBody({ form }: { readonly form: Form }) {
  const shownPages = usePages(form)
  const { pages, shown, current } = shownPages
  useBackPages(form, shownPages)
  const isInBar = useContext(FormHostContext)?.hasPageButtons === true
  const [visited, setVisited] = useState<ReadonlySet<number>>(() => new Set([current]))
  if (!visited.has(current)) setVisited(new Set([...visited, current]))

  // The heading of a turned page takes the focus, so that a screen reader says which page this is.
  const turned = useRef(current)
  useLayoutEffect(() => {
    const group = pages[current]?.group
    if (turned.current === current || !group) return
    turned.current = current
    const heading = document.getElementById(headingId(form, group))
    heading?.closest('section')?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }, [form, pages, current])

  // Paper has all pages.
  useEffect(() => {
    const drawAll = () => flushSync(() => setVisited(new Set(shown)))
    addEventListener('beforeprint', drawAll)
    return () => removeEventListener('beforeprint', drawAll)
  }, [shown])

  return (
    <>
      {shown.map((index, at) => (visited.has(index) ? <OnePage key={index} form={form} shownPages={shownPages} at={at} /> : null))}
      {isInBar ? null : (
        <div className={styles.buttons}>
          <PageButtons form={form} />
        </div>
      )}
    </>
  )
}

interface OnePageProps {
  readonly form: Form
  readonly shownPages: ShownPages
  /** Place among the pages that are shown, from 0. */
  readonly at: number
}

function OnePage({ form, shownPages: { pages, shown, current }, at }: OnePageProps) {
  const { t } = useLingui()
  const index = shown[at] ?? 0
  const group = pages[index]?.group
  const nodes = useMemo(
    () => nodesShownAt(pages, shown, at).flatMap((node) => (node === group ? node.children : [node])),
    [pages, shown, at, group],
  )
  if (!group) return null
  const [count, total] = [at + 1, shown.length]
  const id = headingId(form, group)
  return (
    <section className={styles.page} role="group" aria-labelledby={id} hidden={index !== current}>
      <header className={styles.head}>
        <h2 id={id} tabIndex={-1} className={styles.heading}>
          <span className={styles.count}>{t`Page ${count} of ${total}`}</span> {(group.setting as GroupSetting).label}
        </h2>
        <div className={styles.progress} aria-hidden="true">
          {shown.map((page, place) => (
            <span key={page} data-done={place <= at || undefined} />
          ))}
        </div>
      </header>
      <FormRuns form={form} nodes={nodes} />
    </section>
  )
}
