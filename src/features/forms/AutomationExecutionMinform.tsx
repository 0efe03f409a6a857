import type { RootScreenProps } from '../../engine/PageHost.ts'
import { FormScreen } from './FormScreen.tsx'

/** Form screen 3: the small form inside dialogs and sub-items (spec/1 §2.4), without a heading. */
export function AutomationExecutionMinform({ onDone, ...props }: RootScreenProps & { readonly onDone?: (() => void) | undefined }) {
  return <FormScreen {...props} shape="nested" layout="mini" onDone={onDone} />
}
