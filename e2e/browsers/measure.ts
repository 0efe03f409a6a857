/** What a browser offers to a page, as measured in it. */
export interface Capabilities {
  readonly backgroundSync: boolean
  readonly periodicSync: boolean
  readonly strictDurability: boolean
  readonly persistentStorage: boolean
  readonly locks: boolean
  readonly popover: boolean
  readonly offscreenCanvas: boolean
  readonly barcodes: boolean
  readonly fileSystemAccess: boolean
  readonly push: boolean
  readonly badging: boolean
  readonly installPrompt: boolean
}

/** Runs in the page. */
export async function measure(): Promise<Capabilities> {
  const request = indexedDB.open('measured')
  request.onupgradeneeded = () => request.result.createObjectStore('rows')
  await new Promise((resolve, reject) => {
    request.onsuccess = resolve
    request.onerror = () => reject(request.error)
  })
  const { durability } = request.result.transaction('rows', 'readwrite', { durability: 'strict' })
  request.result.close()
  indexedDB.deleteDatabase('measured')
  return {
    backgroundSync: 'SyncManager' in globalThis,
    periodicSync: 'PeriodicSyncManager' in globalThis,
    strictDurability: durability === 'strict',
    persistentStorage: typeof navigator.storage?.persist === 'function',
    locks: 'locks' in navigator,
    popover: typeof HTMLElement.prototype.showPopover === 'function',
    offscreenCanvas: typeof OffscreenCanvas === 'function' && new OffscreenCanvas(1, 1).getContext('2d') !== null,
    barcodes: 'BarcodeDetector' in globalThis,
    fileSystemAccess: 'showSaveFilePicker' in globalThis,
    push: 'PushManager' in globalThis,
    badging: 'setAppBadge' in navigator,
    installPrompt: 'onbeforeinstallprompt' in globalThis,
  }
}
