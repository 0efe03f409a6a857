/** The browser's own question whether to install the app (Chromium). */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

/** Where src/app/main.tsx keeps the question: the browser asks it once, early. */
const holder = window as { installOffer?: InstallOffer | undefined }

export const hasInstallOffer = (): boolean => holder.installOffer !== undefined

/** The question can be asked once: then there is none. */
export function takeInstallOffer(): InstallOffer | undefined {
  const offer = holder.installOffer
  holder.installOffer = undefined
  return offer
}
