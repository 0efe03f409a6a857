/** From this number of options on, they open as a searchable list instead of a menu. */
export const optionsForPicker = 10
