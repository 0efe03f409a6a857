import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { getFormVersion, type Publication } from '../../../contract/endpoints/forms.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import * as styles from './studio.module.css'

/** All published versions; each of them can be loaded into the editor again. */
export function Versions({
  form,
  versions,
  onTake,
}: {
  readonly form: string
  readonly versions: readonly Publication[]
  readonly onTake: (text: string) => void
}) {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const take = async (revision: number) => {
    try {
      const { settings } = await ask(getFormVersion, { key: form, revision: String(revision) })
      onTake(`${JSON.stringify(settings, undefined, 2)}\n`)
      setOpen(false)
      toast(t`Version ${revision} is in the editor. Publish to go back to it, or undo.`)
    } catch (error) {
      if (!(error instanceof AskFailed)) throw error
      toast(error.kind === 'refused' ? error.message : t`Earlier versions need a connection.`, 'warning')
    }
  }
  return (
    <>
      <Button size="desk" icon="clock" onClick={() => setOpen(true)}>{t`Versions`}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Versions`}
        width={520}
        actions={<Button onClick={() => setOpen(false)}>{t`Close`}</Button>}
      >
        <ul className={styles.versions}>
          {versions.map(({ revision, at, by }, index) => (
            <li key={revision}>
              <div>
                <strong>{t`Version ${revision}`}</strong>
                <span>
                  {i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
                  {by ? ` · ${by}` : ''}
                </span>
              </div>
              {index === 0 ? <span className={styles.outlineType}>{t`Now in use`}</span> : null}
              <Button size="desk" onClick={() => take(revision)}>{t`Open in the editor`}</Button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
