import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '../../../../contract/endpoint.ts'
import { companyKeys, loginProviders, type ProviderKey, providerKeys, unlinkLogin } from '../../../../contract/endpoints/oauth.ts'
import { sourceNames } from '../../../../contract/endpoints/projects.ts'
import { getMe, type Me, wholeMe } from '../../../../contract/endpoints/sign-in.ts'
import { ask } from '../../../sync/ask.ts'
import { useCached } from '../../../store/queries/cached.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { LinkButton } from '../../../ui/controls/LinkButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { ListEmpty, ListRow, RowList } from '../../../ui/layout/RowList.tsx'
import { confirmDialog } from '../../../ui/overlays/confirmDialog.tsx'
import { useActWithToast } from '../../../ui/useActWithToast.ts'
import { failureWords } from '../failureWords.ts'

type System = NonNullable<Me['systems']>[number]

const names: Readonly<Record<string, string>> = sourceNames

/** The systems that bots write to with the login of their owner. */
const isWrittenTo = (provider: string): boolean => provider === 'construction' || provider === 'construction-sandbox'

/** Offered to everybody; the sandboxes only to a person who has just unlinked one. */
const offered: readonly ProviderKey[] = ['construction', 'design', ...companyKeys]

const isCompany = (provider: string): boolean => companyKeys.some((key) => key === provider)

type Providers = AnswerOf<typeof loginProviders>['providers']

/** The systems that this server can link; none while loading and without a connection. */
function useProviders(): Providers {
  const [providers, setProviders] = useState<Providers>([])
  useEffect(() => {
    const leave = new AbortController()
    ask(loginProviders, undefined, undefined, { signal: leave.signal })
      .then((answer) => setProviders(answer.providers))
      .catch(() => undefined)
    return () => leave.abort()
  }, [])
  return providers
}

/** The logins of other systems that are linked with the person, since when, and which of them have ended. */
export function LinkedLogins() {
  const { t } = useLingui()
  const me = useCached(getMe, undefined, wholeMe)
  const { busy, act } = useActWithToast(failureWords)
  const [unlinked, setUnlinked] = useState<readonly ProviderKey[]>([])
  const providers = useProviders()
  const systems = me.data?.systems ?? []
  const isLinked = (key: ProviderKey) => systems.some(({ provider }) => provider === key)
  const nameOf = (provider: string): string =>
    providers.find(({ key }) => key === provider)?.name ?? names[provider] ?? (isCompany(provider) ? t`your company` : provider)
  const toLink = providers.filter(({ key }) => (offered.includes(key) || unlinked.includes(key)) && !isLinked(key))

  const unlink = async (provider: ProviderKey) => {
    const name = nameOf(provider)
    const text = isWrittenTo(provider)
      ? t`Unlink ${name}? Your bots then write with the service account of the billing account. Without one, their entries wait until you link it again.`
      : t`Unlink ${name}? You can no longer sign in with that account.`
    if (!(await confirmDialog({ text, ok: t`Unlink`, danger: true }))) return
    await act(async () => {
      await ask(unlinkLogin, undefined, { provider })
      setUnlinked((before) => [...before, provider])
    }, t`Unlinked`)
    await me.refresh()
  }

  return (
    <Card>
      {systems.length === 0 && (
        <div style={{ marginBottom: '1rem' }}>
          <ListEmpty title={t`No login is linked`}>
            <Trans>Your bots write to a construction system with your login there.</Trans>
          </ListEmpty>
        </div>
      )}
      <RowList words="14rem">
        {systems.map((system) => (
          <LoginRow
            key={`${system.provider} ${system.email ?? ''}`}
            system={system}
            name={nameOf(system.provider)}
            busy={busy}
            onUnlink={unlink}
          />
        ))}
        {toLink.map(({ key }) => (
          <LinkRow key={key} provider={key} name={nameOf(key)} />
        ))}
      </RowList>
    </Card>
  )
}

function LinkRow({ provider, name }: { readonly provider: ProviderKey; readonly name: string }) {
  const { t } = useLingui()
  return (
    <ListRow>
      <div>
        <b>{name}</b>
        <p style={{ margin: 0 }}>{t`Not linked`}</p>
      </div>
      <LinkButton href={`/login?link=${provider}`}>{t`Link with ${name}`}</LinkButton>
    </ListRow>
  )
}

interface LoginRowProps {
  readonly system: System
  readonly name: string
  readonly busy: boolean
  readonly onUnlink: (provider: ProviderKey) => Promise<void>
}

function LoginRow({ system: { provider, email, linkedAt }, name, busy, onUnlink }: LoginRowProps) {
  const { t, i18n } = useLingui()
  const since = linkedAt === undefined ? undefined : i18n.date(new Date(linkedAt), { dateStyle: 'medium' })
  const ended = isWrittenTo(provider)
    ? t`Ended. Without a service account, the entries of your bots wait until you link it again.`
    : t`You can sign in with this account.`
  const key = providerKeys.find((each) => each === provider)
  return (
    <ListRow>
      <div>
        <b>{email === undefined ? name : t`${name}: ${email}`}</b>
        <p style={{ margin: 0 }}>{since === undefined ? ended : t`Linked since ${since}`}</p>
      </div>
      {since === undefined && isWrittenTo(provider) && <LinkButton href={`/login?link=${provider}`}>{t`Link again`}</LinkButton>}
      {key !== undefined && (
        <Button busy={busy} aria-label={t`Unlink ${name}`} onClick={() => void onUnlink(key)}>
          {t`Unlink`}
        </Button>
      )}
    </ListRow>
  )
}
