import { Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import { type CompanyPerson, disablePerson, listPeople } from '../../../contract/endpoints/people/listPeople.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { useCached } from '../../store/queries/cached.ts'
import { ask } from '../../sync/ask.ts'
import { Answered } from '../../tables/Answered.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { InviteNumbers, useInvitingTeams } from './InviteNumbers.tsx'
import { LinkForPerson } from './LinkForPerson.tsx'
import { useAct } from './useAct.ts'

export const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted', margin: '0' } })
const Bar = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'end', '& > :first-child': { flex: '1 1 14rem' } },
})

/** The people of the projects and billing accounts that the person manages, with the end of their access. */
export function PeopleScreen() {
  const { t } = useLingui()
  const { invite, search: found = '' } = useSearch({ from: '/console/people' })
  const teams = useInvitingTeams()
  const [inviting, setInviting] = useState(invite !== undefined)
  const [search, setSearch] = useState(found)
  useEffect(() => setSearch(found), [found])
  const asked = useDeferredValue(search.trim())
  const { cached, isKept } = usePeople(asked)
  return (
    <Page
      title={t`People`}
      width="desk"
      lead={<Trans>Who works in the projects that you manage. A disabled person is signed out on every device.</Trans>}
    >
      <Bar>
        <TextField
          label={t`Search by name, number or e-mail`}
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {teams.length > 0 && <Button icon="message" onClick={() => setInviting(true)}>{t`Invite by mobile number`}</Button>}
        <LinkButton href="/audit" icon="clipboard">{t`Audit log`}</LinkButton>
      </Bar>
      {inviting && <InviteNumbers team={invite} onInvited={cached.refresh} onClose={() => setInviting(false)} />}
      <Answered cached={cached}>
        {({ people: all, more }) => {
          const people = isKept ? all.filter((person) => isFound(person, asked)) : all
          return people.length === 0 ? (
            <EmptyState icon="people" title={t`No one found`}>
              {isKept ? (
                <Trans>Without a connection, only what this device keeps is found.</Trans>
              ) : (
                <Trans>Owners and administrators of a project see its people here.</Trans>
              )}
            </EmptyState>
          ) : (
            <Card>
              <RowList words="14rem">
                {people.map((person) => (
                  <PersonRow key={person.uid} person={person} refresh={cached.refresh} />
                ))}
              </RowList>
              {more && (
                <Small>
                  {isKept ? (
                    <Trans>Without a connection, only what this device keeps is found.</Trans>
                  ) : (
                    <Trans>There are more people. Search for a name to find them.</Trans>
                  )}
                </Small>
              )}
            </Card>
          )
        }}
      </Answered>
    </Page>
  )
}

/** The server searches; without a connection, the list that the device keeps is searched (`isKept`). */
function usePeople(asked: string) {
  const online = useOnline()
  const whole = useCached(listPeople, undefined, {})
  const searched = useCached(listPeople, undefined, asked === '' ? {} : { search: asked })
  const isKept = asked !== '' && !online && whole.data !== undefined
  return { cached: isKept ? whole : searched, isKept }
}

const isFound = ({ name, mobile = '', email = '' }: CompanyPerson, asked: string): boolean =>
  [name, mobile, email].some((text) => text.toLowerCase().includes(asked.toLowerCase()))

function useBecause(): Readonly<Record<NonNullable<CompanyPerson['because']>, string>> {
  const { t } = useLingui()
  return {
    self: t`This is you.`,
    administrator: t`A product administrator cannot be disabled.`,
    account: t`Only an owner of the billing account may disable people. Take this person out of your projects instead.`,
    private: t`Also has private bots. Remove this person from your projects instead.`,
    byAdministrator: t`Only a product administrator can enable this account.`,
    elsewhere: t`Also works in projects that you do not manage. Remove this person from your projects instead.`,
  }
}

function PersonRow({ person, refresh }: { readonly person: CompanyPerson; readonly refresh: () => Promise<void> }) {
  const { t } = useLingui()
  const { busy, act } = useAct()
  const because = useBecause()
  const { uid, name, disabled, disabledBy, places, mobile, email } = person
  const change = async () => {
    const text = disabled
      ? t`Enable ${name} again? They sign in with their number as before.`
      : t`Disable ${name}? They are signed out on every device at once. What they saved before is still sent.`
    if (!(await confirmDialog({ text, ok: disabled ? t`Enable` : t`Disable`, danger: !disabled }))) return
    await act(() => ask(disablePerson, { uid }, { disabled: !disabled }), disabled ? t`Enabled` : t`Disabled`)
    await refresh()
  }
  return (
    <ListRow>
      <div>
        <strong>{name}</strong>
        {disabled && <> · {t`Account Disabled`}</>}
        {disabled && disabledBy !== undefined && <Small>{t`Disabled by ${disabledBy}`}</Small>}
        <Small>{[...places, mobile, email].filter(Boolean).join(' · ')}</Small>
        {person.because && <Small>{because[person.because]}</Small>}
      </div>
      {person.mayLink && <LinkForPerson uid={uid} name={name} />}
      {!person.because && (
        <Button
          size="desk"
          kind={disabled ? 'plain' : 'danger'}
          busy={busy}
          aria-label={disabled ? t`Enable ${name}` : t`Disable ${name}`}
          onClick={() => void change()}
        >
          {disabled ? t`Enable` : t`Disable`}
        </Button>
      )}
    </ListRow>
  )
}
