import { Suspense, useState } from 'react'
import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { PdfConfig } from '../../../contract/forms/PdfConfig.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { PageHost } from '../../engine/PageHost.ts'
import { FullScreen } from '../../ui/overlays/FullScreen.tsx'
import { documentForm } from '../documentForm.ts'
import { type FormHost, useFormHost } from '../useFormHost.ts'
import * as fullScreenStyles from '../../ui/overlays/fullScreen.module.css'

interface FillScreenProps {
  readonly label: string
  readonly source: string
  readonly config: NonNullable<FieldSetting<'pdf'>['form']>
  readonly attribute: string
  /** The answer from before. */
  readonly value: Model
  readonly readOnly: boolean
  onFilled(filled: Model): Promise<void>
  onRead(highest: number, pages: number): void
  onClose(): void
}

/**
 * Describes the document as its own record below the form's; its recovery draft is stored under that path.
 */
function dataOf(
  { label, source, config, attribute, value, readOnly }: FillScreenProps,
  { pagePath, recordPath, about }: FormHost,
): PageData {
  const filled = Array.isArray(value['pdf']) && value['pdf'].length > 0
  const place = `${(pagePath ?? recordPath).replace(/\/:new$/, '')}/${attribute.replace(/[^A-Za-z0-9]+/g, '-')}`
  const pdf = { ...config, source } as PdfConfig
  return {
    ...(about?.auth && { auth: about.auth }),
    ...(about?.person && { person: about.person }),
    ...(about?.owner && { owner: about.owner }),
    component: 'pdfForm',
    form: { name: label, pdf, children: [] },
    record: { path: filled ? place : `${place}/:new`, rev: 0, model: filled ? value : {} },
    // The draft of the form around it is always kept; so is what is filled in here.
    componentConfig: { readOnly, recoveryEnabled: true },
  }
}

/** Full-screen form for the document of a field; the submitted document becomes the field's answer. */
export function FillScreen(props: FillScreenProps) {
  const { label, onFilled, onRead, onClose } = props
  const form = useFormHost()
  const [data] = useState(() => dataOf(props, form))
  // The surrounding form handles unsaved changes and reloads.
  const [host] = useState((): PageHost => ({ ...form.page, dirty: () => undefined, reload: () => undefined, finish: onClose }))
  const Screen = documentForm()
  return (
    <FullScreen label={label} head={<h2 className={fullScreenStyles.title}>{label}</h2>} onClose={onClose}>
      {Screen ? (
        <Suspense fallback={null}>
          <Screen data={data} host={host} address={form.address ?? ''} owner={form.owner} onFilled={onFilled} onRead={onRead} />
        </Suspense>
      ) : null}
    </FullScreen>
  )
}
