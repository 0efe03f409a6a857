import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '../../ui/layout/Card.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import * as styles from './shell.module.css'

/** The product's own help pages (decision OQ-121). */
export function SupportScreen() {
  const { t } = useLingui()
  const parts = [
    {
      title: t`Something was not sent`,
      text: t`What you saved stays on this device until the server has it. The Outbox shows what waits and why.`,
      href: '/outbox',
      link: t`Outbox`,
    },
    {
      title: t`Work without a connection`,
      text: t`Check before you leave coverage: what is ready on this device, and what is still missing.`,
      href: '/ready',
      link: t`Ready for site`,
    },
    {
      title: t`The app does not open`,
      text: t`The rescue page reads what was not sent without starting the app, and gives it to you as a file.`,
      href: '/rescue',
      link: t`See what was not sent`,
    },
    {
      title: t`A device lost saves`,
      text: t`If a browser loses unsent saves, the people who manage the project see here what is missing and what to do.`,
      href: '/losses',
      link: t`Lost on a device`,
    },
    {
      title: t`A device that you no longer have`,
      text: t`A device still sends your saves after you sign out there. See which devices do that, and end it.`,
      href: '/grants',
      link: t`Devices that send for you`,
    },
    {
      title: t`Install the app`,
      text: t`The installed app has its own icon and opens without a connection. The guide shows how, for each kind of device.`,
      href: '/install',
      link: t`Install the app`,
    },
    {
      title: t`Accessibility`,
      text: t`What people with a disability can expect of the app, what is not certain, and whom to tell about a barrier.`,
      href: '/accessibility',
      link: t`Accessibility`,
    },
    {
      title: t`Find your way quickly`,
      text: t`Ctrl K, or Command K on a Mac, finds any project, bot, person or screen.`,
      href: '/teams',
      link: t`Projects`,
      isAboutKeys: true,
    },
  ]
  return (
    <Page
      title={t`Support Center`}
      width="desk"
      lead={<Trans>The owner and the administrators of a project answer questions about it fastest.</Trans>}
    >
      <div className={styles.support}>
        {parts.map(({ title, text, href, link, isAboutKeys }) => (
          <Card key={title} data-keys={isAboutKeys}>
            <h2>{title}</h2>
            <p>{text}</p>
            <LinkButton href={href}>{link}</LinkButton>
          </Card>
        ))}
      </div>
    </Page>
  )
}
