import { i18n } from '@lingui/core'

/** Tests read the source texts: English, without a catalogue. */
i18n.loadAndActivate({ locale: 'en', messages: {} })

/** React reports work that a test did not wait for. */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
