import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { FormField } from './formFields.ts'
import type { Ready } from './pdfFormProps.ts'
import type { LeftOut } from './attachments/useShared.ts'
import type { PdfFormState } from './usePdfForm.ts'
import * as styles from './pdfForm.module.css'

interface FormNoticesProps {
  readonly form: PdfFormState
}

/** Why the document was not sent, and what people should know before they fill it in. */
export function FormNotices({ form }: FormNoticesProps) {
  const { t } = useLingui()
  const { failed } = form.submission
  const { messages } = form
  const { goTo } = form.navigation
  const { fields } = form.props.ready
  // The sheet of a field shows the message itself.
  const shown = messages.messages.filter(({ name }) => name === undefined || !form.view.small || name !== form.input.editing)
  return (
    <>
      {failed ? (
        <Notice level="error">
          {failed.text}
          <FieldLinks fields={failed.fields} onGo={goTo} />
        </Notice>
      ) : null}
      {shown.map((message) => (
        <Notice key={message.text} level="warning">
          {message.text}
          <div className={styles.noticeActions}>
            <FieldLinks fields={fields.filter(({ name }) => name === message.name)} onGo={goTo} />
            <Button onClick={() => messages.close(message)}>{t`Close`}</Button>
          </div>
        </Notice>
      ))}
      {form.leftOut.count + form.leftOut.complaints.length > 0 ? <NotTaken left={form.leftOut} /> : null}
      {form.props.opening.storeFailed ? (
        <Notice level="warning">{t`This device cannot keep drafts now. Submit before you leave this page.`}</Notice>
      ) : null}
      <DocumentNotices form={form} />
    </>
  )
}

/** Shared files that are no attachments now, with the reasons; they wait at `/share`. */
function NotTaken({ left: { count, complaints } }: { readonly left: LeftOut }) {
  const { t } = useLingui()
  return (
    <Notice level="warning">
      <div role="alert">
        {complaints.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {count > 0 ? (
          <p>
            <Plural
              value={count}
              one="# shared file was not added to this document. It still waits on this device."
              other="# shared files were not added to this document. They still wait on this device."
            />
          </p>
        ) : null}
      </div>
      {count > 0 ? (
        <div className={styles.noticeActions}>
          <LinkButton href="/share">{t`Shared files`}</LinkButton>
        </div>
      ) : null}
    </Notice>
  )
}

const mostLinks = 3

/** Buttons that lead to the first of these fields. */
function FieldLinks({ fields, onGo }: { readonly fields: readonly FormField[]; onGo(field: FormField): void }) {
  const { t } = useLingui()
  const others = fields.length - mostLinks
  if (fields.length === 0) return null
  return (
    <span className={styles.noticeActions}>
      {fields.slice(0, mostLinks).map((field) => (
        <Button key={field.name} onClick={() => onGo(field)}>
          {t`Go to “${field.label}”`}
        </Button>
      ))}
      {others > 0 ? <Plural value={others} one="and # more" other="and # more" /> : null}
    </span>
  )
}

/** Why the file can only be read here. */
function ReadOnlyFileNotices({ ready }: { readonly ready: Ready }) {
  const { t } = useLingui()
  return (
    <>
      {ready.isUnreadable ? (
        <Notice level="warning">
          {t`You can read this document here, not fill it in: its fields can’t be read. Ask the author of the form for another copy.`}
        </Notice>
      ) : null}
      {ready.content?.isXfa ? (
        <Notice level="warning">
          {t`You can read this form here, not fill it in: it is a dynamic XFA form. Download it and open it in Adobe Acrobat on a computer, or ask the office for a copy with ordinary fields (AcroForm) or a flattened one.`}
        </Notice>
      ) : null}
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
  const noFields = isReady && fields.length === 0 && content !== undefined && !content.isXfa
  const signed = content?.digitallySigned === true && !disabled
  return (
    <>
      {isReady && !mayFill && !readOnly ? (
        <Notice level="info">{t`The author of this document does not allow you to fill it in.`}</Notice>
      ) : null}
      {signed ? <Notice level="warning">{t`This document has a digital signature. Your answers may make it invalid.`}</Notice> : null}
      <ReadOnlyFileNotices ready={ready} />
      {noFields && !readOnly && !(config.submitDisabled === true) ? (
        <Notice level="info">{t`This document has no fields. Put text, a date or your signature anywhere with the menu above.`}</Notice>
      ) : null}
    </>
  )
}
