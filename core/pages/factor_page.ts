import type { FactorPage } from "../config/pages/factor_models.ts";
import type { PageModel } from "../config/pages/page_models.ts";
import {
  enrolFactorPage,
  recoveryCodesPage,
  secondFactorPage,
} from "./factor_pages.ts";
import { factorsPage } from "./factors_page.ts";
import type { PageFrame, PageParts } from "./parts.ts";
import { FACTOR_PAGES } from "./theme/factor_style.ts";

/** Whether a page is about second factors. */
export function isFactorPage(page: PageModel): page is FactorPage {
  return FACTOR_PAGES.includes(page.name);
}

/** A page about second factors. */
export function factorPage(page: FactorPage, frame: PageFrame): PageParts {
  switch (page.name) {
    case "secondFactor":
      return secondFactorPage(page, frame);
    case "enrolFactor":
      return enrolFactorPage(page, frame);
    case "recoveryCodes":
      return recoveryCodesPage(page, frame);
    case "factors":
      return factorsPage(page, frame);
  }
}
