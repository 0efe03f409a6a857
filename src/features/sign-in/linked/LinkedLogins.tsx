import { Trans, useLingui } from '@lingui/react/macro'
import { ProviderKey, unlinkLogin } from '../../../../contract/endpoints/oauth.ts'
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
const nameOf = (provider: string): string => names[provider] ?? provider

/** The logins of other systems that are linked with the person, since when, and which of them have ended. */
export function LinkedLogins() {
  const { t } = useLingui()
  const me = useCached(getMe, undefined, wholeMe)
  const { busy, act } = useActWithToast(failureWords)
  const systems = me.data?.systems ?? []

  const unlink = async (provider: ProviderKey) => {
    const name = nameOf(provider)
    const text = t`Unlink ${name}? Entries of your bots wait until you link it again.`
    if (!(await confirmDialog({ text, ok: t`Unlink`, danger: true }))) return
    await act(() => ask(unlinkLogin, undefined, { provider }), t`Unlinked`)
    await me.refresh()
  }

  return (
    <Card>
      {systems.length === 0 && (
        <ListEmpty title={t`No login is linked`}>
          <Trans>Your bots write to a construction system with your login there.</Trans>
        </ListEmpty>
      )}
      <RowList words="14rem">
        {systems.map((system) => (
          <LoginRow key={`${system.provider} ${system.email ?? ''}`} system={system} busy={busy} onUnlink={unlink} />
        ))}
      </RowList>
    </Card>
  )
}

interface LoginRowProps {
  readonly system: System
  readonly busy: boolean
  readonly onUnlink: (provider: ProviderKey) => Promise<void>
}

function LoginRow({ system: { provider, email, linkedAt }, busy, onUnlink }: LoginRowProps) {
  const { t, i18n } = useLingui()
  const name = nameOf(provider)
  const since = linkedAt === undefined ? undefined : i18n.date(new Date(linkedAt), { dateStyle: 'medium' })
  const key = ProviderKey.safeParse(provider).data
  return (
    <ListRow>
      <div>
        <b>{email === undefined ? name : t`${name}: ${email}`}</b>
        <p style={{ margin: 0 }}>
          {since === undefined ? t`Ended. Your bots cannot write there until you link it again.` : t`Linked since ${since}`}
        </p>
      </div>
      {since === undefined && <LinkButton href={`/login?link=${provider}`}>{t`Link again`}</LinkButton>}
      {key !== undefined && (
        <Button busy={busy} aria-label={t`Unlink ${name}`} onClick={() => void onUnlink(key)}>
          {t`Unlink`}
        </Button>
      )}
    </ListRow>
  )
}
