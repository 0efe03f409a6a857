import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { pictureSrc } from '../../lib/safeHref.ts'
import type { KeptPairing } from '../../store/kiosk/findPairing.ts'
import { useSteadyOnline } from '../../store/connectivity/useSteadyOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { tasksAddress } from './frameContent.ts'
import { Languages } from './Languages.tsx'
import { useWaitingWords } from './useWaitingWords.ts'
import * as styles from './kiosk.module.css'

/** Step 7: one Start button, or one for each of the kiosk's addresses (decision OQ-169). */
export function StartedScreen({
  pairing,
  ready,
  onOpen,
  onLeave,
}: {
  readonly pairing: KeptPairing
  /** True once all its content is on the device. */
  readonly ready: boolean
  readonly onOpen: (url: string) => void
  readonly onLeave: () => void
}) {
  const { t } = useLingui()
  const { info, url, deviceCode } = pairing
  const online = useSteadyOnline()
  const [broken, setBroken] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The content of the person before is gone, and with it what had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  const pairs = typeof url === 'string' ? [{ label: t`Start`, url }] : url
  return (
    <div className={styles.kiosk}>
      <title>{`${info.title} – Muster`}</title>
      <div className={styles.welcome}>
        {info.logo !== undefined && !broken && (
          <img src={pictureSrc(info.logo)} alt="" className={styles.logo} onError={() => setBroken(true)} />
        )}
        <h1 ref={heading} tabIndex={-1}>
          {info.title}
        </h1>
        <p className={styles.lead}>{[...new Set([info.project, info.team])].filter(Boolean).join(' · ')}</p>
        <div className={styles.starts} data-many={pairs.length > 1 || undefined}>
          {pairs.length === 0 && <p>{t`This kiosk has nothing to show yet. Give its bot a form.`}</p>}
          {pairs.map((pair) => (
            <Button key={pair.url} kind="primary" full onClick={() => onOpen(pair.url)}>
              {pair.url === tasksAddress ? t`My Tasks` : pair.label}
            </Button>
          ))}
        </div>
        <Languages />
      </div>
      <footer className={styles.foot}>
        <span className={styles.state} role="status">
          <Icon name={online ? 'checkCircle' : 'cloudOff'} size={18} />
          <ReadyText online={online} ready={ready} />
        </span>
        <span className={styles.state}>{deviceCode}</span>
        <Button kind="quiet" icon="lock" onClick={onLeave}>
          {t`Leave kiosk`}
        </Button>
      </footer>
    </div>
  )
}

function ReadyText({ online, ready }: { readonly online: boolean; readonly ready: boolean }) {
  const { t } = useLingui()
  const waits = useWaitingWords()
  if (waits !== undefined) return online ? waits : t`Offline · ${waits}. You can continue; everything is kept.`
  if (!online) return t`Offline. You can continue; everything is kept.`
  return ready ? t`Works without a connection, too` : t`Preparing for work without a connection…`
}
