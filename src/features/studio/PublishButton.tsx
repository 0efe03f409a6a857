import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { publishSettings } from '../../../contract/endpoints/forms.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import type { Finding } from './review.ts'

export interface Outcome {
  readonly revision: number
  /** Another version was published meanwhile. */
  readonly overtaken?: boolean
}

/**
 * Publishes the form for everyone. Needs a connection; if the server refuses it, the form stays on the
 * device.
 */
export function PublishButton({
  form,
  team,
  base,
  text,
  findings,
  changed,
  onPublished,
  onOvertaken,
}: {
  readonly form: string
  readonly team: string | undefined
  readonly base: number
  readonly text: () => string
  readonly findings: readonly Finding[]
  readonly changed: boolean
  readonly onPublished: (revision: number, text: string) => void
  readonly onOvertaken: (message: string) => void
}) {
  const { t } = useLingui()
  const errors = findings.filter(({ level }) => level === 'error').length
  const hints = findings.length - errors

  const publish = async () => {
    const question =
      hints > 0
        ? t`Everyone gets this version from now on. ${plural(hints, { one: 'There is # thing to look at.', other: 'There are # things to look at.' })}`
        : t`Everyone gets this version from now on. What people have typed stays.`
    if (!(await confirmDialog({ text: question, ok: t`Publish` }))) return
    const sent = text()
    try {
      const { revision } = await ask(
        publishSettings,
        { key: form },
        { settings: JSON.parse(sent) as unknown, base, ...(base === 0 && team !== undefined && { team }) },
      )
      onPublished(revision, sent)
      toast(t`Published as version ${revision}.`, 'success')
    } catch (error) {
      if (!(error instanceof AskFailed)) throw error
      if (error.code === 'conflict') onOvertaken(error.message)
      else if (error.kind === 'refused')
        toast([error.message, ...error.details.slice(0, 3).map(({ path, message }) => `${path}: ${message}`)].join('\n'), 'error')
      else toast(t`Publishing needs a connection. Your text is kept on this device.`, 'warning')
    }
  }
  return (
    <Button size="desk" kind="primary" icon="send" disabled={errors > 0 || !changed} onClick={publish}>
      {t`Publish`}
    </Button>
  )
}
