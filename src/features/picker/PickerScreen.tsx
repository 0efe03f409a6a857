import { useLingui } from '@lingui/react/macro'
import type { RootScreenProps } from '../../engine/host.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { PickerList } from '../../ui/list-picker/PickerList.tsx'
import { usePicker } from './usePicker.ts'

/** A list to pick from as a page of its own. */
export function PickerScreen(props: RootScreenProps) {
  const { t } = useLingui()
  const { title, items, pick, leave } = usePicker(props)
  return (
    <Page title={title} footer={<Button onClick={leave}>{pick ? t`Cancel` : t`OK`}</Button>}>
      <div style={{ display: 'flex', flexDirection: 'column', height: 'max(20rem, calc(100dvh - 20rem))' }}>
        <PickerList items={items} onPick={pick} />
      </div>
    </Page>
  )
}
