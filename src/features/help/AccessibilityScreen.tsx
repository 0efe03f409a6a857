import { Trans, useLingui } from '@lingui/react/macro'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import * as styles from './help.module.css'

/** What people with a disability can expect, what is not checked, and where they report a barrier (docs/accessibility.md). */
export function AccessibilityScreen() {
  const { t } = useLingui()
  const parts = [
    {
      title: t`What you can rely on`,
      lines: [
        t`Every form and every screen of the console works with the keyboard alone.`,
        t`A signature can be typed instead of drawn.`,
        t`Text can be enlarged to 200 %, and pages fit a window that is 320 pixels wide.`,
        t`Colors are never the only sign. The sunlight theme has the strongest contrast, and the colors of your system are respected.`,
        t`If your device asks for reduced motion, nothing moves on its own.`,
        t`Short messages, errors and a lost connection are announced to screen readers.`,
      ],
    },
    {
      title: t`How it is checked`,
      lines: [
        t`We aim at the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.`,
        t`Before each release, two programs examine the screens in a browser: axe and IBM Equal Access.`,
        t`Tests also use the keyboard alone, large text, a small window, forced colors and reduced motion.`,
      ],
    },
    {
      title: t`What is not certain`,
      lines: [
        t`No independent body has confirmed it, and it was not tried systematically with people who use a screen reader.`,
        t`A PDF form is only as readable as its file. Ask for the same questions as a form if a PDF is a barrier.`,
        t`Texts, pictures and videos in forms come from the people who write them. They may lack descriptions or captions.`,
        t`Photos that other people take have no description of their content.`,
      ],
    },
  ]
  return (
    <Page title={t`Accessibility`} lead={<Trans>Muster should be usable by everyone on site and in the office.</Trans>}>
      {parts.map(({ title, lines }) => (
        <Card key={title}>
          <h2 className={styles.heading}>{title}</h2>
          <ul className={styles.list}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Card>
      ))}
      <Card>
        <h2 className={styles.heading}>{t`If something keeps you from your work`}</h2>
        <p>
          <Trans>
            Tell the owner of your project, or the person who runs this server. <SiteLink href="/support">Support Center</SiteLink> names
            further help. They can give you the same form in another way.
          </Trans>
        </p>
      </Card>
    </Page>
  )
}
