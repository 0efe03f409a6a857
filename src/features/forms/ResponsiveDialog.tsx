import type { RootScreenProps } from '../../engine/PageHost.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { FormScreen } from './FormScreen.tsx'

/**
 * A form in a dialog: 350 px wide, full screen below 500 px of window width (spec/1 §9). Closing it navigates
 * back.
 */
export function ResponsiveDialog(props: RootScreenProps) {
  const { data, host } = props
  return (
    <Dialog open title={data.componentConfig?.title ?? data.form?.name} width={350} fullBelow={500} onClose={() => host.navigate('back')}>
      <FormScreen {...props} shape="flat" layout="mini" />
    </Dialog>
  )
}
