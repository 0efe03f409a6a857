import { lazy, Suspense } from 'react'

const Reader = lazy(async () => ({ default: (await import('../../ui/pdf-pages/PdfReader.tsx')).PdfReader }))

/** A document on the whole screen; the viewer is loaded when a document is opened. */
export function LazyReader(props: { readonly title: string; readonly source: string | Blob; onClose(): void }) {
  return (
    <Suspense>
      <Reader {...props} />
    </Suspense>
  )
}
