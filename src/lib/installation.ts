/** Only iOS has `standalone`: true in an app of the home screen, false in the browser. */
const onHomeScreen = (): boolean | undefined => (navigator as { standalone?: boolean }).standalone

export const isInstalled = (): boolean => onHomeScreen() === true || window.matchMedia?.('(display-mode: standalone)').matches === true

/** The browser forgets what is stored if the app is not installed and not opened for seven days (iOS). */
export const forgetsUnlessInstalled = (): boolean => onHomeScreen() === false
