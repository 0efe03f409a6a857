import { useLingui } from '@lingui/react/macro'
import type { PushChoice } from '../../../../contract/endpoints/people/push.ts'
import { type NoticeKind, noticeKinds } from '../../../../contract/rules/notices/pushNotice.ts'
import { CheckField } from '../../../ui/controls/CheckField.tsx'
import { FieldGroup } from '../../../ui/controls/FieldGroup.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'

interface NoticeChoiceProps {
  readonly choice: PushChoice
  /** Takes a change to the newest choice: others may wait to be saved. */
  onChange(change: (choice: PushChoice) => PushChoice): void
}

/** At first: from the evening to the start of work, where this device is. */
const firstQuiet = () => ({ from: '20:00', until: '06:00', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone })

const isClock = (value: string) => /^\d\d:\d\d$/.test(value)

/** Which notices the person wants, on all their devices; each change is saved at once. */
export function NoticeChoice({ choice, onChange }: NoticeChoiceProps) {
  const { t } = useLingui()
  const { off, quiet, details } = choice
  const labels: Readonly<Record<NoticeKind, string>> = {
    needsYou: t`A save needs you`,
    due: t`A form is due within the hour`,
    review: t`An answer to review`,
    rollCall: t`A roll call begins`,
    visitor: t`Your visitor arrives`,
    device: t`A device is silent`,
  }
  // The hours count where the device is that changes them.
  const changeQuiet = (change: { from?: string; until?: string }) => {
    onChange((newest) => (newest.quiet ? { ...newest, quiet: { ...newest.quiet, ...change, timezone: firstQuiet().timezone } } : newest))
  }
  return (
    <>
      <FieldGroup label={t`Tell me about`} hint={t`This applies to all your devices.`}>
        {noticeKinds.map((kind) => (
          <CheckField
            key={kind}
            label={labels[kind]}
            checked={!off.includes(kind)}
            onChange={({ target: { checked } }) =>
              onChange((newest) => {
                const others = newest.off.filter((one) => one !== kind)
                return { ...newest, off: checked ? others : [...others, kind] }
              })
            }
          />
        ))}
      </FieldGroup>
      <CheckField
        label={t`Quiet hours`}
        hint={t`Notices wait until the quiet hours end. A roll call that is no drill always comes through.`}
        checked={quiet !== undefined}
        onChange={({ target: { checked } }) =>
          onChange(({ quiet: _, ...others }) => (checked ? { ...others, quiet: firstQuiet() } : others))
        }
      />
      {quiet !== undefined && (
        <div style={{ display: 'flex', gap: '1rem', flexWrap: 'wrap' }}>
          <TextField
            key={`from ${quiet.from}`}
            type="time"
            label={t`Quiet from`}
            defaultValue={quiet.from}
            onBlur={({ target }) => {
              if (isClock(target.value) && target.value !== quiet.from) changeQuiet({ from: target.value })
            }}
          />
          <TextField
            key={`until ${quiet.until}`}
            type="time"
            label={t`Quiet until`}
            defaultValue={quiet.until}
            onBlur={({ target }) => {
              if (isClock(target.value) && target.value !== quiet.until) changeQuiet({ until: target.value })
            }}
          />
        </div>
      )}
      <CheckField
        label={t`Names on the lock screen`}
        hint={t`Off: a notice only says what kind of thing waits. On: also the project and the people.`}
        checked={details}
        onChange={({ target: { checked } }) => onChange((newest) => ({ ...newest, details: checked }))}
      />
    </>
  )
}
