import { useLingui } from '@lingui/react/macro'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { PdfFormState } from './usePdfForm.ts'

interface FormNoticesProps {
  readonly form: PdfFormState
}

/** Why the document was not sent, and what people should know before they fill it in. */
export function FormNotices({ form }: FormNoticesProps) {
  const { t } = useLingui()
  const { failed } = form.submission
  return (
    <>
      {failed ? <Notice level="error">{failed}</Notice> : null}
      {form.props.opening.storeFailed ? (
        <Notice level="warning">{t`This device cannot keep drafts now. Submit before you leave this page.`}</Notice>
      ) : null}
      <DocumentNotices form={form} />
    </>
  )
}

/** How this document differs from a form with fields that anyone may fill in. */
function DocumentNotices({ form: { props, input } }: FormNoticesProps) {
  const { opening, ready, isReady } = props
  const { config, readOnly } = opening
  const { content, fields } = ready
  const { mayFill, disabled } = input
  const { t } = useLingui()
  const noFields = isReady && fields.length === 0 && content?.isXfa !== true
  const signed = content?.digitallySigned === true && !disabled
  return (
    <>
      {isReady && !mayFill && !readOnly ? (
        <Notice level="info">{t`The author of this document does not allow you to fill it in.`}</Notice>
      ) : null}
      {signed ? <Notice level="warning">{t`This document has a digital signature. Your answers may make it invalid.`}</Notice> : null}
      {content?.isXfa ? (
        <Notice level="warning">
          {t`You can read this form here, not fill it in: it is a dynamic XFA form. Download it and open it in Adobe Acrobat on a computer, or ask the office for a copy with ordinary fields (AcroForm) or a flattened one.`}
        </Notice>
      ) : null}
      {noFields && !readOnly && !(config.submitDisabled === true) ? (
        <Notice level="info">{t`This document has no fields. Put text, a date or your signature anywhere with the menu above.`}</Notice>
      ) : null}
    </>
  )
}
