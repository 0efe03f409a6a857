import { Trans, useLingui } from '@lingui/react/macro'
import { type Project, sourceNames } from '../../../contract/endpoints/projects.ts'
import type { FreeUsage, Me } from '../../../contract/endpoints/sign-in.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { LossBanner } from './LossBanner.tsx'
import * as styles from './shell.module.css'

/** Pixels of the window for another system's login (spec/3 §9). */
const popup = { width: 560, height: 600 }

/** Opens the page that links the login of a system in a separate window. */
function linkNow(provider: string): void {
  const left = Math.max(0, Math.round((screen.width - popup.width) / 2))
  const top = Math.max(0, Math.round((screen.height - popup.height) / 2))
  window.open(`/login?link=${provider}`, 'muster-link', `width=${popup.width},height=${popup.height},left=${left},top=${top}`)
}

/** The environments of the construction system. */
const environments = ['construction', 'construction-sandbox'] as const

/** Returns the construction system of a project whose login the person has to link, or to link again. */
export function missingLogin(systems: Me['systems'], projects: readonly Project[]) {
  if (systems === undefined) return undefined
  const provider = environments.find(
    (one) => projects.some(({ model }) => model.source === one) && !systems.some((system) => system.provider === one && system.linkedAt),
  )
  return provider && { provider, again: systems.some((system) => system.provider === provider) }
}

function LoginBanner({ provider, again }: NonNullable<ReturnType<typeof missingLogin>>) {
  const { t } = useLingui()
  const name = sourceNames[provider]
  return (
    <div className={styles.banner} data-level="warning" role="status">
      <p>
        {again ? (
          <Trans>Your {name} login has ended. Entries of your bots wait until you link it again.</Trans>
        ) : (
          <Trans>Your {name} account is not linked. Entries of your bots wait until it is.</Trans>
        )}
      </p>
      <Button size="desk" onClick={() => linkNow(provider)}>
        {again ? t`Link again` : t`link now`}
      </Button>
    </div>
  )
}

/** The usage of a free plan, or the reason why bots pause. */
function UsageBanner({ usage: { used, quota, paused, name, cancelled, team } }: { readonly usage: FreeUsage }) {
  const { t } = useLingui()
  return (
    <div className={styles.banner} data-level={paused ? 'warning' : undefined} role={paused ? 'alert' : 'status'}>
      <p>
        <b>{name}</b> <UsageText used={used} quota={quota} paused={paused} cancelled={cancelled === true} />
      </p>
      {!cancelled && <progress className={styles.bannerBar} max={quota} value={Math.min(used, quota)} aria-label={t`Free messages used`} />}
      <LinkButton
        href={team === undefined ? '/billing' : `/billing/create?team=${team}`}
        size="desk"
        kind={paused ? 'primary' : 'plain'}
      >{t`Upgrade`}</LinkButton>
    </div>
  )
}

function UsageText({ used, quota, paused, cancelled }: Pick<FreeUsage, 'used' | 'quota' | 'paused'> & { readonly cancelled: boolean }) {
  if (cancelled) return <Trans>Your bots are paused: the billing account is cancelled.</Trans>
  if (paused)
    return (
      <Trans>
        Your bots are paused: {used} of {quota} messages of this month are used.
      </Trans>
    )
  return (
    <Trans>
      Free plan: {used} of {quota} messages used this month.
    </Trans>
  )
}

/**
 * Banners for all screens of the console: the usage of free messages, a missing login, and saves that devices
 * lost.
 */
export function Banners({ me, projects }: { readonly me: Me | undefined; readonly projects: readonly Project[] }) {
  const missing = missingLogin(me?.systems, projects)
  return (
    <>
      {me?.freeUsage && <UsageBanner usage={me.freeUsage} />}
      {missing && <LoginBanner {...missing} />}
      {me?.teams.some(({ role }) => role === 'Owner' || role === 'Administrator') && <LossBanner />}
    </>
  )
}
