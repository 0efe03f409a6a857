import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useId, useState } from 'react'
import {
  type DirectoryGroup,
  type DirectoryState,
  type GroupRole,
  groupRoles,
  makeDirectoryToken,
  readDirectory,
  removeDirectoryToken,
  tieDirectoryGroup,
} from '../../../contract/endpoints/billing/readDirectory.ts'
import { AskFailed, ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { useActWithToast } from '../../ui/useActWithToast.ts'
import * as styles from './billing.module.css'

/** The directory that keeps the people of an account (SCIM): its token, its last call, and what its groups give. */
export function AccountDirectory({ billing }: { readonly billing: string }) {
  const { t } = useLingui()
  const id = useId()
  const [state, setState] = useState<DirectoryState>()
  const [token, setToken] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const words = useCallback(
    (error: unknown) => {
      if (!(error instanceof AskFailed)) return String(error)
      return error.kind === 'refused' ? error.message : t`This needs a connection.`
    },
    [t],
  )
  const { busy, act } = useActWithToast(words)
  const load = useCallback(async () => {
    setTrouble(undefined)
    try {
      setState(await ask(readDirectory, { billing }))
    } catch (error) {
      setTrouble(words(error))
    }
  }, [billing, words])
  useEffect(() => void load(), [load])

  const make = async () => {
    const text = t`Replace the token? The directory can change nothing until it has the new one.`
    if (state?.token && !(await confirmDialog({ text, ok: t`Replace` }))) return
    await act(async () => setToken((await ask(makeDirectoryToken, { billing })).token), t`Saved`)
    await load()
  }
  const remove = async () => {
    const text = t`Remove the token? People and groups stay as they are, and the directory can no longer change them.`
    if (!(await confirmDialog({ text, ok: t`Remove`, danger: true }))) return
    await act(() => ask(removeDirectoryToken, { billing }), t`Saved`)
    setToken(undefined)
    await load()
  }
  const tie = async ({ id: group, name, team }: DirectoryGroup, to: { team?: string; role?: GroupRole }) => {
    const text = t`Take the project from ${name}? Its people leave the project, unless another group gives it to them.`
    if (team !== undefined && to.team !== team && !(await confirmDialog({ text, ok: t`Remove`, danger: true }))) return
    await act(() => ask(tieDirectoryGroup, { billing, group }, to), t`Saved`)
    await load()
  }
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t`Directory`}</h2>
      {trouble !== undefined && <FailedState error={{ message: trouble }} onRetry={load} />}
      {trouble === undefined && state === undefined && <Skeleton rows={2} />}
      {trouble === undefined && state !== undefined && (
        <>
          <Facts state={state} />
          {token !== undefined && <NewToken token={token} />}
          {state.mayChange && (
            <div className={styles.row}>
              <Button busy={busy} onClick={() => void make()}>
                {state.token ? t`Replace the token` : t`Make a token`}
              </Button>
              {state.token && (
                <Button disabled={busy} onClick={() => void remove()}>
                  {t`Remove the token`}
                </Button>
              )}
            </div>
          )}
          {state.groups.length > 0 && <Groups state={state} busy={busy} onTie={(group, to) => void tie(group, to)} />}
        </>
      )}
    </section>
  )
}

function Facts({ state: { address, token, calledAt, people, active, mayChange } }: { readonly state: DirectoryState }) {
  const { t, i18n } = useLingui()
  const time = (at: string) => i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  const madeAt = token && time(token.madeAt)
  const madeBy = token?.madeBy ?? ''
  const called = calledAt === undefined ? undefined : time(calledAt)
  return (
    <>
      <p>
        <Trans>Entra ID, Okta or another directory with SCIM 2.0 adds, changes and removes people here.</Trans>{' '}
        {!token && !mayChange && <Trans>The owner of the account can connect it.</Trans>}
      </p>
      {token && (
        <>
          <TextField label={t`Address for the directory`} readOnly value={address} />
          <p>
            <Trans>
              Token made {madeAt} by {madeBy}.
            </Trans>{' '}
            {called === undefined ? <Trans>The directory has not called yet.</Trans> : <Trans>The directory last called {called}.</Trans>}
          </p>
        </>
      )}
      {people > 0 && (
        <p>
          <Trans>
            People in the directory: {people}, active: {active}.
          </Trans>
        </p>
      )}
    </>
  )
}

function NewToken({ token }: { readonly token: string }) {
  const { t } = useLingui()
  return (
    <Notice>
      <TextField
        label={t`Token`}
        hint={t`Copy it into the directory now. It is not shown again.`}
        readOnly
        autoComplete="off"
        value={token}
        onFocus={(event) => event.target.select()}
      />
    </Notice>
  )
}

interface GroupsProps {
  readonly state: DirectoryState
  readonly busy: boolean
  readonly onTie: (group: DirectoryGroup, to: { team?: string; role?: GroupRole }) => void
}

/** What each group gives. Only the Owner changes it. */
function Groups({ state: { groups, projects, mayChange }, busy, onTie }: GroupsProps) {
  const { t } = useLingui()
  const roles: Readonly<Record<GroupRole, string>> = { Worker: t`Worker`, Member: t`Member`, Administrator: t`Administrator` }
  return (
    <Card>
      <RowList words="10rem">
        {groups.map((group) => {
          const { id, name, people, team, role = 'Worker' } = group
          return (
            <ListRow key={id}>
              <div>
                <strong>{name}</strong>
                <p style={{ margin: 0 }}>{t`People: ${people}`}</p>
              </div>
              <div className={styles.row}>
                <Select
                  label={t`Project of ${name}`}
                  value={team ?? ''}
                  disabled={busy || !mayChange}
                  onChange={({ target: { value } }) => onTie(group, value === '' ? {} : { team: value, role })}
                >
                  <option value="">{t`No project`}</option>
                  {projects.map((project) => (
                    <option key={project.id} value={project.id}>
                      {project.name}
                    </option>
                  ))}
                </Select>
                {team !== undefined && (
                  <Select
                    label={t`Role of ${name}`}
                    value={role}
                    disabled={busy || !mayChange}
                    onChange={({ target: { value } }) => onTie(group, { team, role: groupRoles.find((one) => one === value) ?? role })}
                  >
                    {groupRoles.map((one) => (
                      <option key={one} value={one}>
                        {roles[one]}
                      </option>
                    ))}
                  </Select>
                )}
              </div>
            </ListRow>
          )
        })}
      </RowList>
    </Card>
  )
}
