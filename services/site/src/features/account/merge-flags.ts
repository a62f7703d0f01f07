type Flags<Name extends string> = Readonly<Record<Name, boolean>>;
/** `shown` is what the form showed: undefined if this is not known. Then everything in it counts as changed. */
type FlagChange<Name extends string> = { shown: Flags<Name> | undefined; submitted: Flags<Name>; stored: Flags<Name> };

/** Applies the check boxes that the owner changed in a form to what is stored now. */
export function mergeFlags<Name extends string>(
  names: readonly Name[],
  { shown, submitted, stored }: FlagChange<Name>,
): Record<Name, boolean> {
  const chosen = names.map((name) => [name, (submitted[name] === shown?.[name] ? stored : submitted)[name]]);
  return Object.fromEntries(chosen) as Record<Name, boolean>;
}
