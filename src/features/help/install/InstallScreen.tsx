import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { forgetsUnlessInstalled, isInstalled } from '../../../lib/installation.ts'
import { sendsWhileClosed } from '../../../lib/sendsWhileClosed.ts'
import { useOutboxCounts } from '../../../store/outbox/queue.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { SiteLink } from '../../../ui/controls/SiteLink.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import * as help from '../help.module.css'
import * as styles from './install.module.css'
import { hasInstallOffer, takeInstallOffer } from './installOffer.ts'
import { StepPicture } from './StepPicture.tsx'

interface Way {
  readonly key: 'ios' | 'android' | 'computer'
  readonly title: string
  readonly steps: readonly { readonly text: ReactNode; readonly picture?: 'share' | 'menu' | 'add' | 'bar' }[]
}

/** The way of this device comes first. */
function ownWay(): Way['key'] {
  if ('standalone' in navigator) return 'ios'
  return /\bAndroid\b/.test(navigator.userAgent) ? 'android' : 'computer'
}

function useWays(): readonly Way[] {
  const { t } = useLingui()
  const ways: readonly Way[] = [
    {
      key: 'ios',
      title: t`On an iPhone or iPad`,
      steps: [
        { text: t`Open this page in Safari.` },
        { text: t`Press Share.`, picture: 'share' },
        { text: t`Choose “Add to Home Screen”, then “Add”.`, picture: 'add' },
        { text: t`Open Muster from the home screen, and sign in there.` },
      ],
    },
    {
      key: 'android',
      title: t`On an Android phone or tablet`,
      steps: [
        { text: t`Open the menu of the browser, three dots or lines.`, picture: 'menu' },
        { text: t`Choose “Install app” or “Add to Home screen”, and confirm.`, picture: 'add' },
        { text: t`Open Muster from the home screen.` },
      ],
    },
    {
      key: 'computer',
      title: t`On a computer`,
      steps: [
        { text: t`In Chrome or Edge, press the install icon at the end of the address bar.`, picture: 'bar' },
        { text: t`In Safari, choose “Add to Dock” in the File menu.` },
        { text: t`Firefox does not install websites. Keep Muster as a bookmark; it opens without a connection, too.` },
      ],
    },
  ]
  const own = ownWay()
  return ways.toSorted((a, b) => Number(b.key === own) - Number(a.key === own))
}

/** How the app gets onto the home screen, and what that changes on this device. */
export function InstallScreen() {
  const { t } = useLingui()
  const ways = useWays()
  const { saved, sending, needsYou } = useOutboxCounts()
  const waiting = saved + sending + needsYou
  const installed = isInstalled()
  const forgets = forgetsUnlessInstalled()
  const [canInstall, setCanInstall] = useState(hasInstallOffer)
  return (
    <Page title={t`Install the app`} lead={t`The installed app has its own icon and opens without a connection.`}>
      <Card>
        <h2 className={help.heading}>{installed ? t`The app is installed on this device` : t`What it changes on this device`}</h2>
        <ul className={styles.list}>
          {!installed && <li>{t`The app opens from the home screen, without the bars of the browser.`}</li>}
          {forgets && (
            <li>{t`Safari deletes what a website has stored after seven days without a visit. It keeps the data of an installed app.`}</li>
          )}
          {sendsWhileClosed() ? (
            <li>{t`What waits on this device is sent as soon as there is a connection, also after you have closed the app.`}</li>
          ) : (
            <li>{t`This browser sends only while the app is open. If something waits, open the app again when you have a connection: it sends at once.`}</li>
          )}
        </ul>
        {forgets && waiting > 0 && (
          <p role="alert" className={styles.first}>
            <Icon name="alert" size={20} />
            <span>
              <Trans>
                The installed app starts empty. Send what <SiteLink href="/outbox">waits on this device</SiteLink> first.
              </Trans>
            </span>
          </p>
        )}
        {!installed && canInstall && (
          <Button
            kind="primary"
            icon="download"
            onClick={() => {
              setCanInstall(false)
              void takeInstallOffer()?.prompt()
            }}
          >
            {t`Install`}
          </Button>
        )}
      </Card>
      {!installed &&
        ways.map(({ key, title, steps }) => {
          // On a computer each browser has its own way.
          const Steps = key === 'computer' ? 'ul' : 'ol'
          return (
            <Card key={key} data-way={key}>
              <h2 className={help.heading}>{title}</h2>
              <Steps className={styles.steps}>
                {steps.map(({ text, picture }, n) => (
                  <li key={n}>
                    <span>{text}</span>
                    {picture && <StepPicture of={picture} />}
                  </li>
                ))}
              </Steps>
            </Card>
          )
        })}
    </Page>
  )
}
