import { Trans, useLingui } from '@lingui/react/macro'
import { isConstruction, type Project } from '../../../contract/endpoints/projects.ts'
import type { FreeUsage, Me } from '../../../contract/endpoints/sign-in.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { LossBanner } from './LossBanner.tsx'
import * as styles from './shell.module.css'

/** Pixels of the window for another system's login (spec/3 §9). */
const popup = { width: 560, height: 600 }

/** Opens the construction system's login in a separate window. */
function linkNow(): void {
  const left = Math.max(0, Math.round((screen.width - popup.width) / 2))
  const top = Math.max(0, Math.round((screen.height - popup.height) / 2))
  window.open(
    '/oauth/authorize/construction?state=web',
    'muster-link',
    `width=${popup.width},height=${popup.height},left=${left},top=${top}`,
  )
}

/**
 * Returns true if a project belongs to the construction system and the person is not linked to that system.
 */
export const needsLink = (systems: Me['systems'], projects: readonly Project[]): boolean =>
  systems !== undefined &&
  !systems.some(({ provider }) => provider.startsWith('construction')) &&
  projects.some(({ model }) => isConstruction(model.source))

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
  const { t } = useLingui()
  return (
    <>
      {me?.freeUsage && <UsageBanner usage={me.freeUsage} />}
      {needsLink(me?.systems, projects) && (
        <div className={styles.banner} data-level="warning" role="status">
          <p>
            <Trans>Your Procore account is not linked. Bots can't write there for you until it is.</Trans>
          </p>
          <Button size="desk" onClick={linkNow}>{t`link now`}</Button>
        </div>
      )}
      {me?.teams.some(({ role }) => role === 'Owner' || role === 'Administrator') && <LossBanner />}
    </>
  )
}
