import type { MessageDescriptor } from '@lingui/core'

/** How authors read a setting: its name, and one sentence with an example. */
export interface SettingWords {
  readonly name: MessageDescriptor
  readonly help?: MessageDescriptor
}
