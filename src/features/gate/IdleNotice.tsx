import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'

/** Asks whether the person is still there; any touch of the screen goes on. `left`: seconds until the gate starts over. */
export function IdleNotice({ left }: { readonly left: number }) {
  const { t } = useLingui()
  return (
    <Notice level="warning">
      <strong role="status">{t`Are you still there?`}</strong>
      <p aria-hidden="true">
        <Plural value={left} one="This starts over in # second." other="This starts over in # seconds." />
      </p>
      <Button kind="primary">{t`Continue`}</Button>
    </Notice>
  )
}
