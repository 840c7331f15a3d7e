import DefaultTheme from "vitepress/theme-without-fonts";
import { keepTabs } from "./tabs";
import "./style.css";

export default {
  extends: DefaultTheme,
  setup: keepTabs,
};
