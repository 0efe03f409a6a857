import { lazy, Suspense } from 'react'
import type { Form } from '../engine/form.ts'
import { withLazyTexts } from '../ui/withLazyTexts.ts'
import { FormRuns } from './FormRuns.tsx'
import { pagesOf } from './pages/pagesOf.ts'
import * as styles from './fields.module.css'

/** Most forms have no pages. */
const PagedBody = lazy(() => withLazyTexts(() => import('./pages/PagedBody.tsx')).then((module) => ({ default: module.PagedBody })))

/** The whole tree of a form, or one page of it. */
export function FormBody({ form, compact = false }: { readonly form: Form; readonly compact?: boolean }) {
  return (
    <div className={styles.form} data-compact={compact || undefined}>
      {pagesOf(form) ? (
        <Suspense>
          <PagedBody form={form} />
        </Suspense>
      ) : (
        <FormRuns form={form} nodes={form.nodes} />
      )}
    </div>
  )
}
