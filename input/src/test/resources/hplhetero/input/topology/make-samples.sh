#!/usr/bin/env bash
# Makes the samples beside it again: whole InfiniBand fabrics in software, asked by the tools that one asks a real one with.
# Needs Debian's ibsim-utils, opensm, infiniband-diags. Without arguments: all samples; else NAME LMC ENGINE of one, whose
# cables stand in NAME.net.
set -euo pipefail
trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
cd "$(dirname "$0")"
export PATH=$PATH:/usr/sbin IBSIM_SOCKNAME=samples$$

# tree LEAVES ROOTS HOSTS CABLES: leaf l has hosts at ports 1.., then CABLES cables to each root; leaf l starts at root l, so
# that the same port leads to another root at another leaf, as it does where people have laid the cables
tree() {
  local leaves=$1 roots=$2 hosts=$3 cables=$4 l r h c
  for ((l = 0; l < leaves; l++)); do
    echo "Switch $((hosts + roots * cables)) \"leaf$l\""
    for ((h = 0; h < hosts; h++)); do echo "[$((h + 1))] \"n$((l * hosts + h))\"[1]"; done
    for ((c = 0; c < cables; c++)); do
      for ((r = 0; r < roots; r++)); do echo "[$((hosts + c * roots + r + 1))] \"root$(((r + l) % roots))\"[$((l * cables + c + 1))]"; done
    done
    echo
  done
  for ((r = 0; r < roots; r++)); do
    echo "Switch $((leaves * cables)) \"root$r\""
    for ((l = 0; l < leaves; l++)); do
      for ((c = 0; c < cables; c++)); do
        echo "[$((l * cables + c + 1))] \"leaf$l\"[$((hosts + c * roots + (r - l % roots + roots) % roots + 1))]"
      done
    done
    echo
  done
  for ((h = 0; h < leaves * hosts; h++)); do
    echo "Hca 1 \"n$h\""
    echo "[1] \"leaf$((h / hosts))\"[$((h % hosts + 1))]"
    echo
  done
}

# fabric NAME LMC ENGINE
fabric() {
  local name=$1 lmc=$2 engine=$3 notes=${4:-} work
  work=$(mktemp -d)
  ibsim -s -n "$name.net" > "$work/ibsim.log" 2>&1 &
  local sim=$!
  export SIM_HOST=n0 OSM_TMP_DIR=$work OSM_CACHE_DIR=$work
  sleep 1
  timeout 60 ibsim-run opensm -R "$engine" -l "$lmc" -o -D 0x43 -f "$work/opensm.log" > "$work/opensm.out" 2>&1
  ibsim-run ibnetdiscover > "$name.lmc$lmc.ibnetdiscover"
  ibsim-run dump_lfts $notes > "$name.lmc$lmc.lfts"
  if [ "$name" = cables ]; then
    cp "$work/opensm-lfts.dump" "$name.lmc$lmc.opensm"
    ibsim-run ibnetdiscover -p > "$name.lmc$lmc.ports"
  fi
  kill $sim
  wait $sim 2> "$work/wait" || true
  rm -r "$work"
}

if [ $# -ge 3 ]; then
  fabric "$@"
  exit
fi
tree 6 6 5 1 > tree.net
fabric tree 0 minhop
# without a note behind each entry
fabric tree 3 minhop -n
tree 4 2 4 2 > cables.net
fabric cables 0 minhop
# the cable between leaf 1 and root 2 is missing
tree 4 4 3 1 | awk '/^(Switch|Hca)/ {at = $3} !(at == "\"leaf1\"" && /"root2"/) && !(at == "\"root2\"" && /"leaf1"/)' > missing.net
fabric missing 1 updn
