import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { type InviteLine, inviteNumbers, mostNumbers } from '../../../contract/endpoints/people/inviteNumbers.ts'
import { invitedRoles } from '../../../contract/endpoints/projects.ts'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { useCached } from '../../store/queries/cached.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import * as styles from './people.module.css'

type Preview = AnswerOf<typeof inviteNumbers>
type Role = (typeof invitedRoles)[number]

interface InviteNumbersProps {
  /** The project that is chosen first. */
  readonly team: string | undefined
  readonly onInvited: () => Promise<void>
  readonly onClose: () => void
}

/** The projects to which this person may invite others. */
export function useInvitingTeams() {
  const { data: me } = useCached(getMe)
  return (me?.teams ?? []).filter(({ role }) => may(role, 'member.manage'))
}

/** Invites many people by text: pasted numbers with names, a preview with what is wrong with each line, then the texts. */
export function InviteNumbers({ team, onInvited, onClose }: InviteNumbersProps) {
  const { t } = useLingui()
  const online = useOnline()
  const teams = useInvitingTeams()
  const [chosen, setChosen] = useState(team)
  const id = (teams.find((one) => one.id === chosen) ?? teams[0])?.id ?? ''
  const [status, setStatus] = useState<Role>('Worker')
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<Preview>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const good = preview?.lines.filter(({ problem }) => problem === undefined).length ?? 0
  const run = async (send: boolean) => {
    setBusy(true)
    setFault(undefined)
    try {
      const answer = await ask(inviteNumbers, { id }, { text, status, send })
      if (!send) setPreview(answer)
      else {
        toast(t`Invitations sent: ${answer.sent}`, 'success')
        await onInvited()
        onClose()
      }
    } catch (failure) {
      setFault((failure instanceof Error && failure.message) || t`Invitations need a connection. Try again when there is one.`)
    } finally {
      setBusy(false)
    }
  }
  const change = (set: () => void) => {
    set()
    setPreview(undefined)
  }
  return (
    <Dialog
      open
      title={t`Invite by mobile number`}
      width={560}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          {preview === undefined || good === 0 ? (
            <Button kind="primary" disabled={!online || busy || text.trim() === '' || id === ''} onClick={() => void run(false)}>
              {t`Preview`}
            </Button>
          ) : (
            <Button kind="primary" icon="message" disabled={!online || busy} onClick={() => void run(true)}>
              <Plural value={good} one="Send # text" other="Send # texts" />
            </Button>
          )}
        </>
      }
    >
      <div className={styles.invite}>
        <div className={styles.pair}>
          <Select label={t`Project`} value={id} onChange={(event) => change(() => setChosen(event.target.value))}>
            {teams.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
          <RoleSelect status={status} onChange={(next) => change(() => setStatus(next))} />
        </div>
        <TextArea
          data-autofocus
          label={t`Numbers`}
          hint={t`One person per line, with or without a name. At most ${mostNumbers} lines.`}
          placeholder={'Ana Ruiz, 202 555 0123'}
          rows={5}
          error={fault}
          value={text}
          onChange={(event) => change(() => setText(event.target.value))}
        />
        {preview && <PreviewList preview={preview} />}
      </div>
    </Dialog>
  )
}

function RoleSelect({ status, onChange }: { readonly status: Role; readonly onChange: (status: Role) => void }) {
  const { t } = useLingui()
  const words: Readonly<Record<Role, string>> = { Worker: t`Worker`, Member: t`Member`, Administrator: t`Administrator` }
  return (
    <Select
      label={t`Role`}
      value={status}
      onChange={({ target }) => onChange(invitedRoles.find((role) => role === target.value) ?? 'Worker')}
    >
      {(['Worker', 'Member', 'Administrator'] as const).map((role) => (
        <option key={role} value={role}>
          {words[role]}
        </option>
      ))}
    </Select>
  )
}

function PreviewList({ preview: { lines, text } }: { readonly preview: Preview }) {
  const { t } = useLingui()
  const problems: Readonly<Record<NonNullable<InviteLine['problem']>, string>> = {
    noNumber: t`No mobile number in this line`,
    notServed: t`Not a mobile number in the US, Canada, Australia or the UK`,
    twice: t`This number is in the list twice`,
    member: t`Already in the project`,
    refused: t`Does not want text messages (STOP)`,
  }
  return (
    <section className={styles.preview} aria-live="polite">
      <p>
        <Trans>Each person gets this text, with a link of their own:</Trans>
      </p>
      <blockquote>{text}</blockquote>
      <ul>
        {lines.map(({ line, mobile, name, problem, again }, index) => (
          <li key={index} data-problem={problem !== undefined}>
            <span>{problem === undefined ? [name, mobile].filter(Boolean).join(' · ') : line}</span>
            <span>{problem === undefined ? again && t`Invited before: gets a new link` : problems[problem]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
