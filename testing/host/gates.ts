/** Where requests of the application wait until the suite lets them pass. */
export interface Gates {
  /** Makes a gate that opens when that many requests wait at it, or by `open`. */
  readonly create: (count?: number) => Gate;
  /** Waits at a gate; at once if there is none of that name. */
  readonly wait: (name: string) => Promise<void>;
  /** Opens all gates. */
  readonly openAll: () => void;
}

/** One gate. */
export interface Gate {
  /** Its name, for the parameter `gate`. */
  readonly name: string;
  /** Lets all requests pass, those that come later, too. */
  readonly open: () => void;
  /** Resolves when the gate is open. */
  readonly opened: Promise<void>;
}

/** Creates a place for gates. */
export function createGates(): Gates {
  const gates = new Map<string, Gate & { readonly arrive: () => void }>();
  return {
    create: (count = Infinity) => {
      const name = `gate-${gates.size + 1}`;
      let open = () => {};
      const opened = new Promise<void>((resolve) => open = resolve);
      let left = count;
      const arrive = () => void (--left <= 0 && open());
      const gate = { name, open, opened, arrive };
      gates.set(name, gate);
      return gate;
    },
    wait: async (name) => {
      const gate = gates.get(name);
      gate?.arrive();
      await gate?.opened;
    },
    openAll: () => gates.forEach(({ open }) => open()),
  };
}
