import { useLingui } from '@lingui/react/macro'
import type { PushChoice } from '../../../../contract/endpoints/people/push.ts'
import { type NoticeKind, noticeKinds } from '../../../../contract/rules/notices/pushNotice.ts'
import { CheckField } from '../../../ui/controls/CheckField.tsx'
import { FieldGroup } from '../../../ui/controls/FieldGroup.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'

interface NoticeChoiceProps {
  readonly choice: PushChoice
  readonly busy: boolean
  onChange(choice: PushChoice): void
}

/** At first: from the evening to the start of work, where this device is. */
const firstQuiet = () => ({ from: '20:00', until: '06:00', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone })

const isClock = (value: string) => /^\d\d:\d\d$/.test(value)

/** Which notices the person wants, on all their devices; each change is saved at once. */
export function NoticeChoice({ choice, busy, onChange }: NoticeChoiceProps) {
  const { t } = useLingui()
  const { off, quiet, details } = choice
  const labels: Readonly<Record<NoticeKind, string>> = { review: t`An answer to review`, rollCall: t`A roll call begins` }
  // The hours count where the device is that changes them.
  const changeQuiet = (change: { from?: string; until?: string }) => {
    if (quiet) onChange({ ...choice, quiet: { ...quiet, ...change, timezone: firstQuiet().timezone } })
  }
  return (
    <>
      <FieldGroup label={t`Tell me about`} hint={t`This counts on all your devices.`}>
        {noticeKinds.map((kind) => (
          <CheckField
            key={kind}
            label={labels[kind]}
            disabled={busy}
            checked={!off.includes(kind)}
            onChange={({ target }) => onChange({ ...choice, off: target.checked ? off.filter((one) => one !== kind) : [...off, kind] })}
          />
        ))}
      </FieldGroup>
      <CheckField
        label={t`Quiet hours`}
        hint={t`Notices wait until the quiet hours end. A roll call that is no drill always comes through.`}
        disabled={busy}
        checked={quiet !== undefined}
        onChange={({ target }) => {
          const { quiet: _, ...rest } = choice
          onChange(target.checked ? { ...rest, quiet: firstQuiet() } : rest)
        }}
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
        disabled={busy}
        checked={details}
        onChange={({ target }) => onChange({ ...choice, details: target.checked })}
      />
    </>
  )
}
