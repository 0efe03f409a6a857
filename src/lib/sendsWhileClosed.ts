/** Whether saves leave the device while the app is closed (Background Sync). */
export const sendsWhileClosed = (): boolean => 'SyncManager' in globalThis
