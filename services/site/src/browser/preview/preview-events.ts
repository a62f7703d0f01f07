/** Sent to the form after it was saved, or after a draft was restored. */
export const CHANGED = 'vitae:changed';
/** Sent to the frame after the layout of its pages was chosen. */
export const FITTED = 'vitae:fitted';
/** Sent to the frame after it shows unsaved changes. */
export const SHOWN = 'vitae:shown';
