import type { RootScreenProps } from '../../engine/PageHost.ts'
import { PickerActions } from '../../ui/list-picker/PickerActions.tsx'
import { PickerBody } from '../../ui/list-picker/PickerBody.tsx'
import type { OnPick, PickConfig } from '../../ui/list-picker/pickItem.ts'
import { usePickerTitle } from '../../ui/list-picker/usePickerTitle.ts'
import { usePicking } from '../../ui/list-picker/usePicking.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { PickerFrame } from './PickerFrame.tsx'

/** A list to pick from, as a separate page. */
export function PickerScreen(props: RootScreenProps) {
  return <PickerFrame {...props}>{(parts) => <PickerPage {...parts} />}</PickerFrame>
}

function PickerPage({ config, pick, leave }: { readonly config: PickConfig; readonly pick: OnPick; readonly leave: () => void }) {
  const picking = usePicking(config, pick)
  return (
    <Page title={usePickerTitle(config)} footer={<PickerActions config={config} picking={picking} onCancel={leave} />}>
      <div style={{ display: 'flex', flexDirection: 'column', height: 'max(20rem, calc(100dvh - 18rem))' }}>
        <PickerBody config={config} picking={picking} height="fill" />
      </div>
    </Page>
  )
}
