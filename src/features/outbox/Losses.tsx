import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLosses } from '../../store/integrity/useLosses.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Quarantine } from './Quarantine.tsx'

/** Saves that the device's storage lost, or that this version can't read: always reported. */
export function Losses() {
  const { t, i18n } = useLingui()
  const losses = useLosses()
  const when = (at: string) => i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      {losses.map((loss) => {
        const from = when(loss.from)
        const to = when(loss.to)
        return (
          <Notice key={loss.id} level="error">
            <p>
              <strong>
                <Plural value={loss.count} one="# save is missing from this device." other="# saves are missing from this device." />
              </strong>{' '}
              <Trans>
                Its storage was cleared or damaged. They were made between {from} and {to}. Please check what has arrived, and enter the
                rest again.
              </Trans>{' '}
              {!loss.checked && <Trans>The server has not confirmed yet which of them it has.</Trans>}
            </p>
            <Button size="desk" style={{ marginTop: '0.5rem' }} onClick={() => loss.dismiss()}>
              {t`I have read this`}
            </Button>
          </Notice>
        )
      })}
      <Quarantine />
    </>
  )
}
